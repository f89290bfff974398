import type { Cue, Sentence } from '../../src/index.ts'

/** A second opinion on cues, written from the rules alone and sharing nothing with the engine. */
export function brokenByMeasure(cues: readonly Cue[], sentences: readonly Sentence[]): { cue: number; rule: string }[] {
  const found: { cue: number; rule: string }[] = []
  const byId = new Map(sentences.map(sentence => [sentence.id, sentence]))
  for (const [i, { startMs, endMs, lines, sentenceIds }] of cues.entries()) {
    const say = (rule: string, broken: boolean) => broken && found.push({ cue: i, rule })
    const next = cues[i + 1]
    const ms = endMs - startMs
    const read = lines.reduce((sum, line) => sum + weight(line), 0)
    say('lines', lines.length < 1 || lines.length > 2)
    say(
      'length',
      lines.some(line => weight(line) > 16),
    )
    say('one line', lines.length === 2 && !lines[0]?.startsWith('- ') && weight(lines.join(' ')) <= 16)
    say(
      'stop at the end',
      lines.some(
        (line, n) => /\.$/.test(line) || (line.endsWith(',') && !isInList(line, lines[n + 1] ?? next?.lines[0])),
      ),
    )
    say(
      'three dots',
      lines.some(line => line.includes('...')),
    )
    say('speed', (read * 1000) / ms > 12)
    say('shortest', ms < 833)
    say('longest', ms > 7000)
    if (next) {
      const gap = next.startMs - endMs
      say('overlap', gap < 0)
      say('gap', gap < 83 || (gap > 83 && gap < 500))
    }
    const words = sentenceIds.flatMap(id => byId.get(id)?.words ?? [])
    const nearest = Math.min(...words.map(word => Math.abs(word.startMs - startMs)))
    say('in-time', nearest > 83)
    const spoken = words.filter(word => word.startMs < endMs && word.startMs >= startMs - 83)
    const last = Math.max(...spoken.map(word => word.endMs))
    const needed = Math.max(833, (weight(lines.join(' ')) * 1000) / 12)
    const closes = next !== undefined && next.startMs - endMs <= 83
    const usual = closes ? 1000 : 500
    say('out-time', endMs > last + (last + usual - startMs >= needed ? usual : 1500))
  }
  for (const sentence of sentences) {
    const own = cues.findIndex(cue => cue.sentenceIds.includes(sentence.id))
    const first = cues[own]
    if (!first) found.push({ cue: -1, rule: 'sentence without a cue' })
    else if (first.sentenceIds[0] === sentence.id && Math.abs(first.startMs - sentence.startMs) > 83) {
      found.push({ cue: own, rule: 'in-time of the sentence' })
    }
  }
  return found
}

function weight(text: string): number {
  let sum = 0
  for (const sign of text)
    sum += /[\u1100-\u11ff\u3000-\u303f\u3130-\u318f\uac00-\ud7a3\uff01-\uff60]/u.test(sign) ? 1 : 0.5
  return sum
}

/** Whether a comma may separate list items: it follows a noun, and the text continues after it. */
function isInList(line: string, nextLine: string | undefined): boolean {
  return nextLine !== undefined && !/(?:고|며|면|지만|는데|니까|서|도|요|다|죠|[은는]),$/.test(line)
}
