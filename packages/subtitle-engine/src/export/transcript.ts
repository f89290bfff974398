import { shownName } from '../read/names.ts'
import { BESIDE, type Cue, type Sentence } from '../types.ts'
import { twoDigits } from './frames.ts'
import { xmlText } from './xml.ts'

/** A whole sentence of the subtitle. */
interface WholeSentence {
  id: string | undefined
  startMs: number
  endMs: number
  text: string
}

/** What one speaker says without a long pause. */
export interface Paragraph {
  startMs: number
  /** Absent if unknown, or the same as in the previous paragraph. */
  speaker?: string
  text: string
}

/** A new paragraph begins after a pause longer than this, or with the first sentence after this many characters. */
const PAUSE_MS = 2000
const LONG_TEXT = 300

/** Joins the cues of each sentence; sentences that share a cue stay together. */
export function wholeSentences(cues: readonly Cue[]): WholeSentence[] {
  const whole: WholeSentence[] = []
  let open: string | undefined
  for (const { lines, sentenceIds, startMs, endMs } of cues) {
    const text = lines.join(' ')
    const last = whole.at(-1)
    if (last && open !== undefined && sentenceIds[0] === open)
      Object.assign(last, { text: `${last.text} ${text}`, endMs })
    else whole.push({ id: sentenceIds[0], startMs, endMs, text })
    open = sentenceIds.at(-1)
  }
  return whole
}

/** Divides a subtitle into readable paragraphs, with the names of their speakers. */
export function paragraphsOf(cues: readonly Cue[], sentences: readonly Sentence[]): Paragraph[] {
  const speakers = new Map(sentences.map(({ id, words }) => [id, words[0]?.speaker]))
  const paragraphs: Paragraph[] = []
  let [before, lastEndMs]: [string | undefined, number] = [undefined, 0]
  for (const { id, startMs, endMs, text } of wholeSentences(cues)) {
    const speaker = id === undefined ? undefined : speakers.get(id)
    const last = paragraphs.at(-1)
    const goesOn =
      last && speaker === before && startMs - lastEndMs < PAUSE_MS && last.text.length + text.length <= LONG_TEXT
    const name = nameOf(speaker)
    const said = name !== undefined && text.startsWith(`[${name}] `) ? text.slice(name.length + 3) : text
    if (goesOn) last.text += ` ${said}`
    else paragraphs.push({ startMs, ...(speaker !== before && name !== undefined && { speaker: name }), text: said })
    before = speaker
    lastEndMs = endMs
  }
  return paragraphs
}

/** The name as a reader knows it; transcribers number voices from 0. */
function nameOf(speaker: string | undefined): string | undefined {
  if (speaker === undefined || speaker === BESIDE) return undefined
  const number = /^(?:spk_)?(\d+)$/.exec(speaker)?.[1]
  return number === undefined ? shownName(speaker) : `화자 ${Number(number) + 1}`
}

/** Time of a paragraph as `H:MM:SS`. */
export function paragraphTime({ startMs }: Paragraph): string {
  const seconds = Math.floor(startMs / 1000)
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}

/** Writes the transcript as an HTML page without scripts or external files, for screen readers and printing. */
export function formatHtml(name: string, cues: readonly Cue[], sentences: readonly Sentence[]): string {
  const title = xmlText(name)
  const paragraphs = paragraphsOf(cues, sentences).map(paragraph => {
    const speaker = paragraph.speaker === undefined ? '' : `<strong>${xmlText(paragraph.speaker)}</strong> `
    return `<p><time>${paragraphTime(paragraph)}</time> ${speaker}${xmlText(paragraph.text)}</p>`
  })
  return [
    '<!doctype html>',
    '<html lang="ko">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${title}</h1>`,
    ...paragraphs,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const STYLE =
  'body{max-width:40em;margin:2em auto;padding:0 1em;font:1.06em/1.7 sans-serif;word-break:keep-all}time{color:#5b6470;font-size:.85em}'
