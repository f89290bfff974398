import { type Cue, koreanProfile, missingNumbers, type Profile, repairJosa, weightedLength } from '#subtitle-engine'
import {
  buildPatch,
  type Cut,
  cutDraft,
  type Draft,
  type DraftSentence,
  englishOfWords,
  eojeolsOf,
  type Operation,
  patched,
} from '#subtitle-engine/edit'

/** What a person should look at in a sentence: a flag of its cues, worst first. */
export interface Issue {
  sentence: DraftSentence
  flags: readonly string[]
}

/** Worst first: wrong content, then what cannot be read, then what reads badly. */
const ORDER = [
  ...[
    'translation',
    'meaning',
    'numbers',
    'confidence',
    'register',
    'speed',
    'lineLength',
    'duration',
    'gap',
    'lineBreak',
    'phrase',
    'pause',
  ],
  ...['inTime', 'outTime', 'timing'],
]
const rank = (flag: string) => (ORDER.indexOf(flag) < 0 ? ORDER.length : ORDER.indexOf(flag))

export function flagsOf(cues: readonly Cue[]): string[] {
  return [...new Set<string>(cues.flatMap(({ flags }) => flags))].sort((a, b) => rank(a) - rank(b))
}

/** The sentences that nobody has agreed to yet and whose cues carry a flag. */
export function buildQueue({ sentences }: Draft, { cuesOf }: Cut): Issue[] {
  const issues: Issue[] = []
  for (const sentence of sentences) {
    if (sentence.checked) continue
    const cues = cuesOf.get(sentence.id)
    if (!cues?.some(({ flags }) => flags.length > 0)) continue
    issues.push({ sentence, flags: flagsOf(cues) })
  }
  // The sort is stable: sentences of the same flag stay in the order of the film.
  return issues.sort((a, b) => rank(a.flags[0] ?? '') - rank(b.flags[0] ?? ''))
}

/** The issue after (or before) a sentence in the queue; the first one if the sentence is in none. */
export function nextIssue(queue: readonly Issue[], id: string | undefined, direction: 1 | -1 = 1): Issue | undefined {
  const at = queue.findIndex(({ sentence }) => sentence.id === id)
  if (at < 0) return direction === 1 ? queue[0] : queue.at(-1)
  return queue[(at + direction + queue.length) % queue.length]
}

/** Numbers of the English that the Korean lacks, as they were spoken. */
export function lackedNumbers(sentence: DraftSentence, { words }: Draft): string[] {
  const spoken = words.slice(sentence.from, sentence.to)
  const speech = { words: spoken, text: englishOfWords(spoken) }
  return missingNumbers(speech, sentence.korean).flatMap(at => spoken[at]?.text ?? [])
}

/** Adverbs and fillers that a hurried reader does not miss. */
const FILLERS =
  /^(?:사실|사실은|정말|정말로|진짜|그냥|아주|매우|굉장히|조금|좀|이제|바로|그러니까|뭐랄까|어쨌든|일단|막|딱|참|너무)$/

/** A repair that leaves fewer flags: particles that follow their nouns, or a text without its fillers where there is no time. */
export function proposeFix(
  { sentence, flags }: Issue,
  draft: Draft,
  cut: Cut,
  profile: Profile,
): Extract<Operation, { kind: 'text' }> | undefined {
  const repaired = repairJosa(sentence.korean)
  if (repaired !== sentence.korean) return { kind: 'text', id: sentence.id, korean: repaired }
  if (!flags.includes('speed') && !flags.includes('lineLength')) return undefined
  let eojeols = eojeolsOf(sentence.korean)
  for (let at = eojeols.findIndex(isFiller); at >= 0; at = eojeols.findIndex(isFiller)) {
    eojeols = eojeols.filter((_, i) => i !== at)
    const operation = { kind: 'text', id: sentence.id, korean: eojeols.join(' ') } as const
    const patch = buildPatch(draft, operation)
    if (!patch) return undefined
    const after = cutDraft(patched(draft, patch), profile, { earlier: cut })
    if (flagsOf(after.cuesOf.get(sentence.id) ?? []).length < flags.length) return operation
  }
  return undefined
}

function isFiller(eojeol: string, at: number, all: readonly string[]): boolean {
  return FILLERS.test(eojeol) && at < all.length - 1
}

/** Characters and characters a second of a cue, as the rules count them. */
export function measureReading({ lines, startMs, endMs }: Cue): { characters: number; speed: number } {
  const characters = lines.reduce((sum, line) => sum + weightedLength(line), 0)
  return { characters, speed: (characters * 1000) / Math.max(1, endMs - startMs) }
}

/** Every sentence in which a text occurs, with the text replaced and the particles after it repaired. */
export function findReplacements(
  { sentences }: Draft,
  { from, to, josa = true }: { from: string; to: string; josa?: boolean },
): { id: string; before: string; korean: string }[] {
  if (from === '') return []
  return sentences.flatMap(({ id, korean: before }) => {
    if (!before.includes(from)) return []
    const plain = before.replaceAll(from, () => to)
    const korean = josa && to !== '' ? repairJosa(plain, [to]) : plain
    return korean === before ? [] : [{ id, before, korean }]
  })
}

const JOSA = /(?:으로|에서|에게|까지|부터|처럼|보다|이나|이란|라는|이라는|[을를은는이가과와의에도만로])$/

/** The one term that an edit replaced by another, without their particles; `undefined` if the edit did something else. */
export function findChangedTerm(before: string, after: string): { from: string; to: string } | undefined {
  const [old, now] = [eojeolsOf(before), eojeolsOf(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const [gone, come] = [old.slice(head, old.length - tail).join(' '), now.slice(head, now.length - tail).join(' ')]
  const bare = (text: string) => text.replace(/(?<![.,?!…])[.,?!…]+$/u, '').replace(JOSA, '')
  const [from, to] = [bare(gone), bare(come)]
  const isTerm = from.length >= 2 && to.length >= 1 && from !== to && old.length - head - tail <= 3
  return isTerm ? { from, to } : undefined
}

/** Where the English and the Korean of a sentence part if its Korean is split before eojeol `at`: the number of a word. */
export function findSplitWord(sentence: DraftSentence, words: Draft['words'], at: number): number | undefined {
  const eojeols = eojeolsOf(sentence.korean)
  const share = weightedLength(eojeols.slice(0, at).join(' ')) / Math.max(1, weightedLength(eojeols.join(' ')))
  const spoken = words.slice(sentence.from, sentence.to)
  let best: number | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (let i = 1; i < spoken.length; i += 1) {
    const [before, word] = [spoken[i - 1], spoken[i]]
    if (!before || !word || word.startMs <= (spoken[0]?.startMs ?? 0)) continue
    const pauseMs = word.startMs - before.endMs
    const cost = Math.abs(i / spoken.length - share) - (before.after === '' ? 0 : 0.15) - Math.min(0.15, pauseMs / 2000)
    if (cost >= lowest) continue
    lowest = cost
    best = sentence.from + i
  }
  return best
}

/** Words of the English that may be misheard, each once. */
export function unsureWords({ from, to }: DraftSentence, { words }: Draft): string[] {
  const unsure = words.slice(from, to).filter(({ confidence }) => confidence < koreanProfile.lowConfidence)
  return [...new Set(unsure.map(({ text }) => text))]
}
