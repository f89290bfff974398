import { LOCAL_ACCOUNT } from '../../aws/service.ts'
import type { Recognition, SpokenWord } from '../../engines/engine.ts'
import type { StartRequest } from './requests.ts'

interface Item {
  id: number
  type: 'pronunciation' | 'punctuation'
  alternatives: { confidence: string; content: string }[]
  start_time?: string
  end_time?: string
}

/** A pause of this length begins a new audio segment. */
const SEGMENT_PAUSE_MS = 1000

/** The result of a job in Amazon Transcribe's format, with `rehearsal: true` where no speech model was at work. */
export function transcriptFile(
  request: Pick<StartRequest, 'TranscriptionJobName' | 'IdentifyLanguage'>,
  heard: Recognition,
  language: string,
): Record<string, unknown> {
  const items = heard.words.flatMap(itemsOf).map((item, id) => ({ id, ...item }))
  return {
    jobName: request.TranscriptionJobName,
    accountId: LOCAL_ACCOUNT,
    status: 'COMPLETED',
    ...(heard.rehearsal && { rehearsal: true }),
    results: {
      ...(request.IdentifyLanguage && {
        language_code: language,
        language_identification: [{ score: heard.languageScore.toFixed(4), code: language }],
      }),
      transcripts: [{ transcript: textOf(heard.words) }],
      items,
      audio_segments: audioSegments(segmentsOf(heard.words)),
    },
  }
}

function itemsOf(word: SpokenWord): Omit<Item, 'id'>[] {
  const spoken: Omit<Item, 'id'> = {
    type: 'pronunciation',
    alternatives: [{ confidence: word.confidence.toFixed(3), content: word.text }],
    start_time: seconds(word.startMs),
    end_time: seconds(word.endMs),
  }
  const marks = [...word.after].map(
    (content): Omit<Item, 'id'> => ({ type: 'punctuation', alternatives: [{ confidence: '0.0', content }] }),
  )
  return [spoken, ...marks]
}

function textOf(words: SpokenWord[]): string {
  return words.map(word => word.text + word.after).join(' ')
}

function segmentsOf(words: SpokenWord[]): SpokenWord[][] {
  const segments: SpokenWord[][] = []
  for (const word of words) {
    const current = segments.at(-1)
    const last = current?.at(-1)
    if (!current || !last || word.startMs - last.endMs >= SEGMENT_PAUSE_MS) segments.push([word])
    else current.push(word)
  }
  return segments
}

function audioSegments(segments: SpokenWord[][]): Record<string, unknown>[] {
  let next = 0
  return segments.map((words, id) => {
    const first = next
    next += words.reduce((sum, word) => sum + 1 + [...word.after].length, 0)
    const items = Array.from({ length: next - first }, (_, i) => first + i)
    return { id, transcript: textOf(words), ...spanOf(words), items }
  })
}

function spanOf(words: SpokenWord[]): { start_time: string; end_time: string } {
  return { start_time: seconds(words[0]?.startMs ?? 0), end_time: seconds(words.at(-1)?.endMs ?? 0) }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
