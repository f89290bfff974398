/** A word with its punctuation, as Amazon Transcribe writes it. */
export interface SpokenWord {
  text: string
  confidence: number
  speaker: string | undefined
}

/** Speaking times in milliseconds, chosen so that the talks have about 140 words a minute. */
const WORD_MS = 155
const LETTER_MS = 55
const GAP_MS = 10
const COMMA_MS = 220
const STOP_MS = 550

interface Item {
  type: 'pronunciation' | 'punctuation'
  start_time?: string
  end_time?: string
  speaker_label?: string
  alternatives: [{ confidence: string; content: string }]
}

/** Builds Amazon Transcribe's result for some words; their times follow from their letters and punctuation. */
export function transcribeWords(words: readonly SpokenWord[]) {
  const items: Item[] = []
  let at = 1000
  for (const [i, { text, confidence, speaker }] of words.entries()) {
    const [, bare = text, marks = ''] = /^(.*?)([.,?!]*)"?$/.exec(text.replaceAll('"', '')) ?? []
    const end = at + WORD_MS + bare.length * LETTER_MS
    items.push({
      type: 'pronunciation',
      start_time: seconds(at),
      end_time: seconds(end),
      ...(speaker && { speaker_label: speaker }),
      alternatives: [{ confidence: confidence.toFixed(3), content: bare }],
    })
    for (const content of marks) items.push({ type: 'punctuation', alternatives: [{ confidence: '0.0', content }] })
    const isTurn = words[i + 1] !== undefined && words[i + 1]?.speaker !== speaker
    at = end + (/[.?!]/.test(marks) || isTurn ? STOP_MS : marks === ',' ? COMMA_MS : GAP_MS)
  }
  return {
    durationMs: at,
    result: {
      jobName: 'talk',
      status: 'COMPLETED',
      results: {
        language_code: 'en-US',
        language_identification: [{ score: '0.99', code: 'en-US' }],
        transcripts: [{ transcript: words.map(({ text }) => text).join(' ') }],
        items,
      },
    },
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
