import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import {
  type Cue,
  certificateFromInspection,
  cleanTranslation,
  cuesFromSentences,
  formatBilingualSrt,
  formatSrt,
  formatVtt,
  type Inspection,
  inspectCues,
  PROFILES,
  type Profile,
  type Sentence,
  sentencesFromTranscript,
  soundsFromTranscript,
  type Transcript,
  transcriptFromAmazon,
  withSounds,
} from '#subtitle-engine'

import { orUsage, WrongArgument } from './usage.ts'

const HELP = `npm run subtitle -- transcript.json [translations.json] [options]

transcript.json    Amazon Transcribe's result
translations.json  Korean by sentence id, {"s1": "..."}; without it the sentences to be translated are printed so

--out file         where the subtitles go (default: standard output)
--report file      where the inspection goes as JSON (default: as text to standard error)
--format srt|vtt|bilingual
--profile name     ${Object.keys(PROFILES).join(', ')} (default: standard)
--seconds n        length of the media, so that the last cue ends before it does`

/** Where the person typed the command: npm runs scripts in the project's folder. */
const here = process.env.INIT_CWD ?? process.cwd()
const formats: Record<string, (cues: Cue[], sentences: Sentence[], profile: Profile) => string> = {
  srt: formatSrt,
  vtt: (cues, _, profile) => formatVtt(cues, profile),
  bilingual: formatBilingualSrt,
}

const { values, positionals } = orUsage(HELP, readWords)
const [transcriptFile = '', translationsFile] = positionals
const format = formats[values.format] ?? formatSrt
const profile = new Map<string, Profile>(Object.entries(PROFILES)).get(values.profile) ?? PROFILES.standard

if (values.help) console.log(HELP)
else {
  try {
    subtitle(transcriptFile, translationsFile, format, profile)
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : String(error))
    process.exitCode = 1
  }
}

function readWords() {
  const read = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      report: { type: 'string' },
      format: { type: 'string', default: 'srt' },
      seconds: { type: 'string' },
      profile: { type: 'string', default: 'standard' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { values, positionals } = read
  if (values.help) return read
  if (positionals.length === 0) throw new WrongArgument('The transcript is missing.')
  if (positionals.length > 2) throw new WrongArgument(`'${positionals[2]}' is one word too many.`)
  if (!(values.format in formats)) throw new WrongArgument(`--format is one of ${Object.keys(formats).join(', ')}.`)
  if (!(values.profile in PROFILES)) throw new WrongArgument(`--profile is one of ${Object.keys(PROFILES).join(', ')}.`)
  if (!(Number(values.seconds ?? 1) > 0)) throw new WrongArgument('--seconds takes a number above 0.')
  return read
}

function subtitle(
  transcriptPath: string,
  translationsPath: string | undefined,
  write: (cues: Cue[], sentences: Sentence[], profile: Profile) => string,
  profile: Profile,
): void {
  const transcript = transcriptFromAmazon(readJson(transcriptPath))
  const spoken = sentencesFromTranscript(transcript)
  if (translationsPath === undefined) {
    const texts = Object.fromEntries(spoken.map(({ id, text }) => [id, text]))
    put(values.out, `${JSON.stringify(texts, null, 2)}\n`)
    return
  }
  const translations = z.record(z.string(), z.string()).parse(readJson(translationsPath))
  const mediaEndMs = values.seconds === undefined ? undefined : Math.round(Number(values.seconds) * 1000)
  const sounds = profile.sounds ? soundsFromTranscript(transcript) : []
  const { sentences, translations: korean } = withSounds(spoken, cleaned(spoken, translations), sounds)
  const cues = cuesFromSentences(sentences, korean, profile, mediaEndMs)
  put(values.out, write(cues, sentences, profile))
  const inspection = inspectCues(cues, profile, sentences)
  if (values.report === undefined) console.error(reportText(inspection, cues, transcript))
  else put(values.report, `${JSON.stringify({ ...certificateFromInspection(inspection), inspection }, null, 2)}\n`)
}

function cleaned(sentences: readonly Sentence[], translations: Record<string, string>): Map<string, string> {
  const texts = sentences.map(({ id, text }) => [id, cleanTranslation(translations[id] ?? '', text)] as const)
  return new Map(texts.filter(([, korean]) => korean !== ''))
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(resolve(here, file), 'utf8'))
}

function put(file: string | undefined, text: string): void {
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(resolve(here, file), text)
}

/** The inspection as a person reads it: what is broken, which cues are flagged, what the transcript reader dropped. */
function reportText(inspection: Inspection, cues: readonly Cue[], transcript: Transcript): string {
  const { kept, share, rules, flagged, register } = inspection
  const lines = [`${cues.length} cues, ${kept} keep every rule (${(share * 100).toFixed(1)} %)`]
  for (const [rule, { checked, broken, cues: which }] of Object.entries(rules)) {
    if (broken > 0) lines.push(`  ${rule}: ${broken} of ${checked}, cues ${which.map(i => i + 1).join(', ')}`)
  }
  if (flagged.length > 0) lines.push(`${flagged.length} flagged cues`)
  for (const { cue, flags } of flagged) {
    const { startMs, lines: text } = cues[cue] ?? { startMs: 0, lines: [] }
    lines.push(`  ${cue + 1} at ${(startMs / 1000).toFixed(1)} s (${flags.join(', ')}): ${text.join(' / ')}`)
  }
  const { haeyo, hapnida, banmal } = register.counts
  lines.push(`register: 해요체 ${haeyo}, 합니다체 ${hapnida}, 반말 ${banmal}${register.mixed ? ' (mixed)' : ''}`)
  if (transcript.dropped.length > 0) {
    lines.push(`dropped as noise: ${transcript.dropped.map(word => word.text + word.after).join(' ')}`)
  }
  return lines.join('\n')
}
