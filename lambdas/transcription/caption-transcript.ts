import type { CaptionTrack } from '../contract/media-objects.ts'

interface Item {
  type: 'pronunciation' | 'punctuation'
  alternatives: { content: string; confidence: string }[]
  start_time?: string
  end_time?: string
}

/** A transcript in the shape of Amazon Transcribe's result; `captions` marks its origin. */
export interface CaptionTranscript {
  captions: true
  results: { language_code: string; transcripts: { transcript: string }[]; items: Item[] }
}

/**
 * Turns a hand-written caption track into a transcript. The words of a caption share its time in proportion to their
 * length; a caption that overlaps the next one ends where that one starts.
 */
export function transcriptOfCaptions({ language, captions }: CaptionTrack): CaptionTranscript {
  const inOrder = captions.filter(caption => words(caption.text).length > 0).sort((a, b) => a.startMs - b.startMs)
  const items = inOrder.flatMap(({ startMs, endMs, text }, i) => {
    const next = inOrder[i + 1]?.startMs ?? Number.POSITIVE_INFINITY
    return buildItems(words(text), startMs, Math.max(startMs, Math.min(endMs, next)))
  })
  const transcript = inOrder.map(caption => words(caption.text).join(' ')).join(' ')
  return { captions: true, results: { language_code: language, transcripts: [{ transcript }], items } }
}

/** The spoken words. Formatting, music signs, `>>` and a speaker's name in capitals before a colon are left out. */
function words(text: string): string[] {
  return text
    .replace(/<[^<>]*>|\{\\[^{}]*\}/g, ' ')
    .replace(/♪+|^[^\S\r\n]*(?:>>+|[-–—])\s*/gm, ' ')
    .replace(/^[^\S\r\n]*\p{Lu}[\p{Lu} .'-]{1,30}:\s/gmu, ' ')
    .split(/\s+/)
    .filter(word => word !== '')
}

function buildItems(spoken: string[], startMs: number, endMs: number): Item[] {
  const total = spoken.reduce((sum, word) => sum + word.length, 0)
  let before = 0
  return spoken.flatMap(word => {
    const from = startMs + ((endMs - startMs) * before) / total
    before += word.length
    const to = startMs + ((endMs - startMs) * before) / total
    const mark = /[.,?!]$/.exec(word)?.[0]
    const bare = mark && word.length > 1 ? word.slice(0, -1) : word
    const said: Item = {
      type: 'pronunciation',
      alternatives: [{ content: bare, confidence: '1.0' }],
      start_time: seconds(from),
      end_time: seconds(to),
    }
    const punctuation: Item = { type: 'punctuation', alternatives: [{ content: mark ?? '', confidence: '0.0' }] }
    return bare === word ? [said] : [said, punctuation]
  })
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
