#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { EXPORT_FORMATS, encodeSami, exportSubtitle } from '../export/index.ts'
import {
  certificateFromInspection,
  cleanTranslation,
  cuesFromSentences,
  inspectCues,
  readEnglishSubtitle,
  type Sentence,
  SubtitleError,
  sentencesFromTranscript,
  soundsFromTranscript,
  type Transcript,
  transcriptFromAmazon,
  withSounds,
  withSpeakerNames,
} from '../index.ts'
import { explainCuts } from '../why/explain.ts'
import { ArgumentError, HELP, parseArguments } from './arguments.ts'
import { notesText, reportText } from './report.ts'

/** The user's working directory; npm runs scripts in the folder of their package. */
const here = process.env.INIT_CWD ?? process.cwd()

try {
  const options = parseArguments(process.argv.slice(2))
  if (options.help) console.log(HELP)
  else writeSubtitles(options)
} catch (error) {
  console.error(error instanceof ArgumentError ? `${error.message}\n\n${HELP}` : String(error))
  process.exitCode = error instanceof ArgumentError ? 2 : 1
}

function writeSubtitles(options: ReturnType<typeof parseArguments>): void {
  const { profile, mediaEndMs } = options
  const transcript = readTranscript(options.transcript)
  const spoken = sentencesFromTranscript(transcript)
  if (options.translations === undefined) {
    const texts = Object.fromEntries(spoken.map(({ id, text }) => [id, text]))
    put(options.out, `${JSON.stringify(texts, null, 2)}\n`)
    return
  }
  const cleaned = cleanedTranslations(spoken, readJson(options.translations), options.translations)
  const sounds = profile.sounds ? soundsFromTranscript(transcript) : []
  const { sentences, translations: heard } = withSounds(spoken, cleaned, sounds)
  const translations = profile.sounds ? withSpeakerNames(sentences, heard) : heard
  const cues = cuesFromSentences(sentences, translations, profile, mediaEndMs)
  const name = basename(options.transcript).replace(/\.\w+$/, '')
  const exported = exportSubtitle(options.format, { name, cues, sentences, profile }, options.frames)
  put(options.out, EXPORT_FORMATS[options.format].isCp949 ? encodeSami(exported).bytes : exported)
  if (options.why) {
    for (const [i, sentence] of sentences.entries()) {
      const nextMs = sentences[i + 1]?.startMs ?? mediaEndMs ?? Number.POSITIVE_INFINITY
      console.error(explainCuts(sentence, translations.get(sentence.id) ?? '', nextMs, profile).join('\n'))
    }
  }
  const inspection = inspectCues(cues, profile, sentences)
  if (options.report === undefined) console.error(reportText(inspection, cues, transcript))
  else put(options.report, `${JSON.stringify({ ...certificateFromInspection(inspection), inspection }, null, 2)}\n`)
}

function cleanedTranslations(sentences: readonly Sentence[], json: unknown, file: string): Map<string, string> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Error(`${file} is not an object`)
  const byId = new Map<string, unknown>(Object.entries(json))
  const cleaned = new Map<string, string>()
  for (const { id, text } of sentences) {
    const korean = byId.get(id) ?? ''
    if (typeof korean !== 'string') throw new Error(`${file}: ${id} is not a text`)
    const clean = cleanTranslation(korean, text)
    if (clean !== '') cleaned.set(id, clean)
  }
  return cleaned
}

/** Amazon's result is read with its confidences; any other file as the subtitle that it is. */
function readTranscript(file: string): Transcript {
  const bytes = readFileSync(resolve(here, file))
  try {
    return transcriptFromAmazon(bytes.toString('utf8'))
  } catch (error) {
    if (!(error instanceof SubtitleError)) throw error
  }
  const { transcript, dialect, encoding, notes } = readEnglishSubtitle(bytes)
  console.error(notesText(dialect, encoding, notes))
  return transcript
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(resolve(here, file), 'utf8'))
}

function put(file: string | undefined, content: string | Uint8Array): void {
  if (file === undefined) process.stdout.write(content)
  else writeFileSync(resolve(here, file), content)
}
