import { type Cue, detectRegister, inspectCues, koreanProfile, type SpeechLevel } from '#subtitle-engine'
import { chrf } from './chrf.ts'
import { suber } from './suber.ts'

/** A name in the talk: the expected Korean form, then other spellings. */
export type NameForms = readonly string[]

/** Figures of one system over one or more talks. */
export interface Quality {
  cues: number
  /** Percent; lower is better. */
  suber: number
  /** 0 to 100; higher is better. */
  chrf: number
  /** Share of cues that keep every rule that can be checked without the speech. */
  kept: number
  /** Breaks inside words that belong together, per 100 cues. */
  badBreaks: number
  registers: Record<SpeechLevel, number>
  /** Share of name mentions in the expected form; undefined if no name occurs. */
  names: number | undefined
}

/** Measures a system against references, talk by talk in the same order. */
export function qualityOf(
  systems: readonly (readonly Cue[])[],
  references: readonly (readonly Cue[])[],
  names: readonly NameForms[] = [],
): Quality {
  const cues = systems.flat()
  const inspections = systems.map(each => inspectCues(each, koreanProfile))
  const kept = inspections.reduce((sum, each) => sum + each.kept, 0)
  const phrases = inspections.reduce((sum, { rules }) => sum + (rules.phrase?.broken ?? 0), 0)
  const texts = systems.map(textOf)
  const lengths = references.map(each => each.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return {
    cues: cues.length,
    suber:
      systems.reduce((sum, each, at) => sum + suber(each, references[at] ?? []) * (lengths[at] ?? 0), 0) /
      Math.max(1, total),
    chrf: chrf(texts, references.map(textOf)),
    kept: cues.length === 0 ? 1 : kept / cues.length,
    badBreaks: cues.length === 0 ? 0 : (phrases * 100) / cues.length,
    registers: detectRegister(texts.join('\n')).counts,
    names: nameShare(texts.join('\n'), names),
  }
}

/** The text of a subtitle, one cue per line. */
function textOf(cues: readonly Cue[]): string {
  return cues.map(({ lines }) => lines.join(' ')).join('\n')
}

/** Share of the expected form among all mentions of the names. */
export function nameShare(text: string, names: readonly NameForms[]): number | undefined {
  let [wanted, all] = [0, 0]
  for (const [form = '', ...others] of names) {
    let rest = text.replaceAll('\n', ' ')
    // A form inside a longer one is not another mention.
    for (const one of [form, ...others.toSorted((a, b) => b.length - a.length)]) {
      const mentions = rest.split(one).length - 1
      rest = rest.replaceAll(one, ' ')
      all += mentions
      if (one === form) wanted += mentions
    }
  }
  return all === 0 ? undefined : wanted / all
}
