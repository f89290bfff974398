import { basename } from 'node:path'
import { FRAME_RATE_NAMES } from '../../../subtitle-engine/src/export/index.ts'
import {
  certificateFromInspection,
  cleanTranslation,
  cuesFromSentences,
  inspectCues,
  PROFILES,
  readEnglishSubtitle,
  type Sentence,
  SubtitleError,
  sentencesFromTranscript,
  soundsFromTranscript,
  type Transcript,
  transcriptFromAmazon,
  withSounds,
  withSpeakerNames,
} from '../../../subtitle-engine/src/index.ts'
import { explainCuts } from '../../../subtitle-engine/src/why/explain.ts'
import type { Command, Context } from '../context.ts'
import { EXIT, Fault } from '../fault.ts'
import { readInput, writeOutput } from '../files.ts'
import { FORMAT_NAMES, formatOf, PROFILE_NAMES, written } from '../subtitles.ts'
import { oneOf, parseWords, wrong } from '../words.ts'
import { notesText, reportText } from './cut-report.ts'

/**
 * Cuts cues from timed words and translated sentences. The words are a result of Amazon Transcribe or an English
 * subtitle; the Korean is JSON by sentence id. Without the Korean, prints the sentences to translate.
 */
export const run: Command = async (words, context) => {
  const { values, positionals } = parseWords(words, {
    out: { type: 'string', short: 'o' },
    report: { type: 'string' },
    to: { type: 'string', default: 'srt' },
    frames: { type: 'string' },
    seconds: { type: 'string' },
    profile: { type: 'string', default: 'standard' },
    why: { type: 'boolean', default: false },
  })
  const [file, korean, extra] = positionals
  if (file === undefined) throw wrong(context.say('noFile'))
  if (extra !== undefined) throw wrong(context.say('extra', extra))
  const format = formatOf(oneOf(context, '--to', FORMAT_NAMES, values.to)) ?? 'srt'
  const frames = values.frames === undefined ? undefined : oneOf(context, '--frames', FRAME_RATE_NAMES, values.frames)
  const profile = PROFILES[oneOf(context, '--profile', PROFILE_NAMES, values.profile)]
  if (!(Number(values.seconds ?? 1) > 0)) throw wrong(context.say('number', '--seconds'))
  const mediaEndMs = values.seconds === undefined ? undefined : Math.round(Number(values.seconds) * 1000)

  const transcript = await readTranscript(context, file)
  const spoken = sentencesFromTranscript(transcript)
  if (korean === undefined) {
    const texts = Object.fromEntries(spoken.map(({ id, text }) => [id, text]))
    await writeOutput(context, values.out, `${JSON.stringify(texts, null, 2)}\n`)
    return EXIT.done
  }
  const cleaned = cleanedTranslations(spoken, await readJson(context, korean), korean)
  const sounds = profile.sounds ? soundsFromTranscript(transcript) : []
  const { sentences, translations: heard } = withSounds(spoken, cleaned, sounds)
  const translations = profile.sounds ? withSpeakerNames(sentences, heard) : heard
  const cues = cuesFromSentences(sentences, translations, profile, mediaEndMs)
  const name = basename(file).replace(/\.\w+$/, '')
  await writeOutput(context, values.out, written(format, { name, cues, sentences, profile }, frames))
  if (values.why)
    for (const [i, sentence] of sentences.entries()) {
      const nextMs = sentences[i + 1]?.startMs ?? mediaEndMs ?? Number.POSITIVE_INFINITY
      const lines = explainCuts(sentence, translations.get(sentence.id) ?? '', nextMs, profile)
      context.stderr.write(`${lines.join('\n')}\n`)
    }
  const inspection = inspectCues(cues, profile, sentences)
  if (values.report === undefined) context.stderr.write(`${reportText(inspection, cues, transcript)}\n`)
  else
    await writeOutput(
      context,
      values.report,
      `${JSON.stringify({ ...certificateFromInspection(inspection), inspection }, null, 2)}\n`,
    )
  return EXIT.done
}

function cleanedTranslations(sentences: readonly Sentence[], json: unknown, file: string): Map<string, string> {
  const wrongFile = (what: string) => new Fault('TRANSLATIONS_UNREADABLE', `${file}${what}`)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw wrongFile(' is not an object')
  const byId = new Map<string, unknown>(Object.entries(json))
  const cleaned = new Map<string, string>()
  for (const { id, text } of sentences) {
    const korean = byId.get(id) ?? ''
    if (typeof korean !== 'string') throw wrongFile(`: ${id} is not a text`)
    const clean = cleanTranslation(korean, text)
    if (clean !== '') cleaned.set(id, clean)
  }
  return cleaned
}

/** Amazon's result is read with its confidences; any other file is read as a subtitle. */
async function readTranscript(context: Context, file: string): Promise<Transcript> {
  const bytes = Buffer.from(await readInput(context, file))
  try {
    return transcriptFromAmazon(bytes.toString('utf8'))
  } catch (error) {
    if (!(error instanceof SubtitleError)) throw error
  }
  try {
    const { transcript, dialect, encoding, notes } = readEnglishSubtitle(bytes)
    context.stderr.write(`${notesText(dialect, encoding, notes)}\n`)
    return transcript
  } catch (cause) {
    if (!(cause instanceof SubtitleError)) throw cause
    throw new Fault(cause.code, context.say('notReadable', file, cause.message), { cause })
  }
}

async function readJson(context: Context, file: string): Promise<unknown> {
  try {
    return JSON.parse(Buffer.from(await readInput(context, file)).toString('utf8'))
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault('TRANSLATIONS_UNREADABLE', context.say('notReadable', file, 'JSON'), { cause })
  }
}
