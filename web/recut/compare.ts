import { type Cue, inspectCues, type Profile, type Rule } from '#subtitle-engine'
import type { Recut } from '#subtitle-engine/recut'

/** Rules about where lines and cues end. */
const BREAK_RULES: readonly Rule[] = ['phrase', 'lineBreak']

export interface ComparedCue {
  cue: Cue
  broken: readonly Rule[]
  guessed: boolean
  changed: boolean
}

/** A sentence with the cues that begin in it, before and after. */
export interface ComparedSentence {
  id: string
  before: readonly ComparedCue[]
  after: readonly ComparedCue[]
}

/** The figures of a certificate. */
export interface Tally {
  cues: number
  kept: number
  badBreaks: number
}

export interface Comparison {
  sentences: readonly ComparedSentence[]
  before: Tally
  after: Tally
  /** Number of new cues whose times are estimated. */
  guessed: number
}

/** Lists the old and new cues of each sentence side by side, each with the rules that it breaks. */
export function compare({ before, after, sentences }: Recut, profile: Profile): Comparison {
  const [old, now] = [inspected(before, profile), inspected(after, profile)]
  const rows = new Map<string, { before: ComparedCue[]; after: ComparedCue[] }>()
  for (const { id } of sentences) rows.set(id, { before: [], after: [] })
  for (const [i, cue] of before.entries()) {
    const row = rows.get(cue.sentenceIds[0] ?? '')
    row?.before.push({ cue, broken: old.broken[i] ?? [], guessed: false, changed: false })
  }
  for (const [i, cue] of after.entries()) {
    const row = rows.get(cue.sentenceIds[0] ?? '')
    row?.after.push({ cue, broken: now.broken[i] ?? [], guessed: cue.guessed, changed: cue.changed })
  }
  const shown = [...rows].filter(([, row]) => row.before.length + row.after.length > 0)
  return {
    sentences: shown.map(([id, row]) => ({ id, ...row })),
    before: old.tally,
    after: now.tally,
    guessed: after.filter(cue => cue.guessed).length,
  }
}

function inspected(cues: readonly Cue[], profile: Profile): { broken: readonly (readonly Rule[])[]; tally: Tally } {
  const { kept, rules } = inspectCues(cues, profile)
  const broken = cues.map((): Rule[] => [])
  for (const rule of Object.keys(rules).filter(isRule(rules))) {
    for (const i of rules[rule]?.cues ?? []) broken[i]?.push(rule)
  }
  const badBreaks = BREAK_RULES.reduce((sum, rule) => sum + (rules[rule]?.broken ?? 0), 0)
  return { broken, tally: { cues: cues.length, kept, badBreaks } }
}

function isRule(rules: Partial<Record<Rule, unknown>>) {
  return (name: string): name is Rule => name in rules
}
