import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import {
  certificateFromInspection,
  cuesFromSentences,
  formatSrt,
  formatVtt,
  inspectCues,
  PROFILES,
  sentencesFromTranscript,
} from '#subtitle-engine'
import { buildDraft, buildProject } from '#subtitle-engine/edit'

const SAMPLES = join(import.meta.dirname, '../../local/sample')

const recordings = z.array(
  z.object({
    name: z.string(),
    words: z.array(
      z.object({ text: z.string(), startMs: z.int(), endMs: z.int(), confidence: z.number(), after: z.string() }),
    ),
    sentences: z.array(z.object({ english: z.string(), formal: z.string() })),
  }),
)

/** The sample as the page shows it: its cues, each with the English of its sentences, and how many keep every rule. */
export interface Sample {
  cues: { startMs: number; endMs: number; lines: readonly string[]; english: string }[]
  kept: number
}

/**
 * Builds the subtitle of the guests' sample with the engine, from the recorded transcript and translations, and writes
 * film, subtitle and the editor's project to `sample/`. Runs at each build, so that guests see the result of this version of the engine.
 */
export async function buildSample(outDir: string): Promise<Sample> {
  const film = recordings.parse(JSON.parse(await readFile(join(SAMPLES, 'recordings.json'), 'utf8')))
  const { words, sentences: spoken } = film.find(({ name }) => name === 'sky.mp4') ?? { words: [], sentences: [] }
  const durationMs = words.at(-1)?.endMs ?? 0
  const sentences = sentencesFromTranscript({ words, durationMs, dropped: [] })
  const korean = new Map(
    sentences.map(({ id, text }) => {
      const formal = spoken.find(({ english }) => english === text)?.formal
      if (!formal) throw new Error(`recordings.json has no Korean of: ${text}`)
      return [id, formal] as const
    }),
  )
  const cues = cuesFromSentences(sentences, korean, PROFILES.standard)
  const { kept } = certificateFromInspection(inspectCues(cues, PROFILES.standard, sentences))
  const folder = join(outDir, 'sample')
  await mkdir(folder, { recursive: true })
  for (const file of ['sky.mp4', 'sky.webp']) await cp(join(SAMPLES, file), join(folder, file))
  await writeFile(join(folder, 'sky.srt'), formatSrt(cues))
  await writeFile(join(folder, 'sky.vtt'), formatVtt(cues))
  const draft = buildDraft(
    sentences.map(sentence => ({ sentence, korean: korean.get(sentence.id) ?? '', problems: [] })),
    { durationMs, register: 'polite' },
  )
  await writeFile(join(folder, 'sky.json'), JSON.stringify(buildProject(draft)))
  const english = new Map(sentences.map(({ id, text }) => [id, text]))
  return {
    cues: cues.map(({ startMs, endMs, lines, sentenceIds }) => {
      const spoken = sentenceIds.map(id => english.get(id) ?? '').join(' ')
      return { startMs, endMs, lines, english: spoken }
    }),
    kept,
  }
}
