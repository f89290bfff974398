import { LOCAL_ACCOUNT } from '../../aws/service.ts'
import type { Recognition, SpokenWord } from '../../engines/engine.ts'
import type { StartRequest } from './start-request.ts'

interface Item {
  id: number
  type: 'pronunciation' | 'punctuation'
  alternatives: { confidence: string; content: string }[]
  start_time?: string
  end_time?: string
  speaker_label?: string
}

/** A new segment of sound begins after a pause of this length. */
const SEGMENT_PAUSE_MS = 1000
/** The engine does not tell voices apart: everybody is the first speaker. */
const SPEAKER = 'spk_0'

/** The result file of a job, in Amazon Transcribe's format; `rehearsal` beside it where no model heard the words. */
export function transcriptFile(request: StartRequest, heard: Recognition, language: string): Record<string, unknown> {
  const hasLabels = request.Settings?.ShowSpeakerLabels === true
  const segments = segmentsOf(heard.words)
  const items = heard.words.flatMap(word => itemsOf(word, hasLabels)).map((item, id) => ({ id, ...item }))
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
      ...(hasLabels && { speaker_labels: speakerLabels(segments) }),
      items,
      audio_segments: audioSegments(segments),
    },
  }
}

function itemsOf(word: SpokenWord, hasLabels: boolean): Omit<Item, 'id'>[] {
  const label = hasLabels ? { speaker_label: SPEAKER } : {}
  const spoken: Omit<Item, 'id'> = {
    type: 'pronunciation',
    alternatives: [{ confidence: word.confidence.toFixed(3), content: word.text }],
    start_time: seconds(word.startMs),
    end_time: seconds(word.endMs),
    ...label,
  }
  const signs = [...word.after].map(
    (content): Omit<Item, 'id'> => ({ type: 'punctuation', alternatives: [{ confidence: '0.0', content }], ...label }),
  )
  return [spoken, ...signs]
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

function speakerLabels(segments: SpokenWord[][]): Record<string, unknown> {
  return {
    segments: segments.map(words => ({
      ...spanOf(words),
      speaker_label: SPEAKER,
      items: words.map(word => ({ ...spanOf([word]), speaker_label: SPEAKER })),
    })),
    channel_label: 'ch_0',
    speakers: segments.length > 0 ? 1 : 0,
  }
}

function spanOf(words: SpokenWord[]): { start_time: string; end_time: string } {
  return { start_time: seconds(words[0]?.startMs ?? 0), end_time: seconds(words.at(-1)?.endMs ?? 0) }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
