import { LOCAL_ACCOUNT } from '#local-aws/aws/service.ts'
import type { SpokenWord, Transcription } from '../../engines/engine.ts'
import type { StartRequest } from './requests.ts'

interface Item {
  id: number
  type: 'pronunciation' | 'punctuation'
  alternatives: { confidence: string; content: string }[]
  start_time?: string
  end_time?: string
  speaker_label?: string
}

/** A pause of this length starts a new audio segment. */
const SEGMENT_PAUSE_MS = 1000

/** The result of a job in Amazon Transcribe's format, with `rehearsal: true` if no speech model was used. */
export function transcriptFile(
  request: Pick<StartRequest, 'TranscriptionJobName' | 'IdentifyLanguage' | 'Settings'>,
  transcription: Transcription,
  language: string,
): Record<string, unknown> {
  const findLabel = labelling(request.Settings)
  const items = transcription.words.flatMap(word => buildItems(word, findLabel)).map((item, id) => ({ id, ...item }))
  const segments = cutSegments(transcription.words, findLabel)
  return {
    jobName: request.TranscriptionJobName,
    accountId: LOCAL_ACCOUNT,
    status: 'COMPLETED',
    ...(transcription.rehearsal && { rehearsal: true }),
    ...(transcription.engine !== undefined && { engine: transcription.engine }),
    results: {
      ...(request.IdentifyLanguage && {
        language_code: language,
        language_identification: [{ score: transcription.languageScore.toFixed(4), code: language }],
      }),
      transcripts: [{ transcript: joinWords(transcription.words) }],
      ...(request.Settings?.ShowSpeakerLabels && { speaker_labels: speakerLabels(segments, findLabel) }),
      items,
      audio_segments: audioSegments(segments, findLabel),
    },
  }
}

/** The speaker label of a word as a field to spread; empty if no labels are requested. */
type LabelOf = (word: SpokenWord | undefined) => { speaker_label?: string }

/**
 * Voices beyond the requested maximum are treated as one, as Amazon does. Words without a voice belong to the first.
 */
function labelling(settings: StartRequest['Settings']): LabelOf {
  if (!settings?.ShowSpeakerLabels) return () => ({})
  const last = (settings.MaxSpeakerLabels ?? 1) - 1
  return word => ({ speaker_label: `spk_${Math.min(word?.voice ?? 0, last)}` })
}

function buildItems(word: SpokenWord, labelOf: LabelOf): Omit<Item, 'id'>[] {
  const spoken: Omit<Item, 'id'> = {
    type: 'pronunciation',
    alternatives: [{ confidence: word.confidence.toFixed(3), content: word.text }],
    start_time: seconds(word.startMs),
    end_time: seconds(word.endMs),
    ...labelOf(word),
  }
  const marks = [...word.after].map(
    (content): Omit<Item, 'id'> => ({
      type: 'punctuation',
      alternatives: [{ confidence: '0.0', content }],
      ...labelOf(word),
    }),
  )
  return [spoken, ...marks]
}

function joinWords(words: SpokenWord[]): string {
  return words.map(word => word.text + word.after).join(' ')
}

/** Stretches of speech between pauses, each by one voice if voices are labelled. */
function cutSegments(words: SpokenWord[], labelOf: LabelOf): SpokenWord[][] {
  const segments: SpokenWord[][] = []
  for (const word of words) {
    const current = segments.at(-1)
    const last = current?.at(-1)
    const changes = labelOf(word).speaker_label !== labelOf(last).speaker_label
    if (!current || !last || changes || word.startMs - last.endMs >= SEGMENT_PAUSE_MS) segments.push([word])
    else current.push(word)
  }
  return segments
}

/** Amazon's section `speaker_labels`: the number of voices and the times of their words. */
function speakerLabels(segments: SpokenWord[][], labelOf: LabelOf): Record<string, unknown> {
  const labels = new Set(segments.map(([word]) => labelOf(word).speaker_label))
  return {
    speakers: labels.size,
    segments: segments.map(words => ({
      ...spanOf(words),
      ...labelOf(words[0]),
      items: words.map(word => ({ ...spanOf([word]), ...labelOf(word) })),
    })),
  }
}

function audioSegments(segments: SpokenWord[][], labelOf: LabelOf): Record<string, unknown>[] {
  let next = 0
  return segments.map((words, id) => {
    const first = next
    next += words.reduce((sum, word) => sum + 1 + [...word.after].length, 0)
    const items = Array.from({ length: next - first }, (_, i) => first + i)
    return { id, transcript: joinWords(words), ...spanOf(words), ...labelOf(words[0]), items }
  })
}

function spanOf(words: SpokenWord[]): { start_time: string; end_time: string } {
  return { start_time: seconds(words[0]?.startMs ?? 0), end_time: seconds(words.at(-1)?.endMs ?? 0) }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
