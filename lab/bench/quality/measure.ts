import { type Cue, detectRegister, inspectCues, koreanProfile, type SpeechLevel } from '#subtitle-engine'
import { suber } from './suber.ts'

/** Figures of one system over one or more talks. */
export interface Quality {
  cues: number
  /** Percent; lower is better. */
  suber: number
  /** Share of cues that keep every rule that can be checked without the speech. */
  kept: number
  /** Breaks inside words that belong together, per 100 cues. */
  badBreaks: number
  registers: Record<SpeechLevel, number>
}

/** Measures a system against references, talk by talk in the same order. */
export function qualityOf(systems: readonly (readonly Cue[])[], references: readonly (readonly Cue[])[]): Quality {
  const cues = systems.flat()
  const inspections = systems.map(each => inspectCues(each, koreanProfile))
  const kept = inspections.reduce((sum, each) => sum + each.kept, 0)
  const phrases = inspections.reduce((sum, { rules }) => sum + (rules.phrase?.broken ?? 0), 0)
  const lengths = references.map(each => each.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return {
    cues: cues.length,
    suber:
      systems.reduce((sum, each, at) => sum + suber(each, references[at] ?? []) * (lengths[at] ?? 0), 0) /
      Math.max(1, total),
    kept: cues.length === 0 ? 1 : kept / cues.length,
    badBreaks: cues.length === 0 ? 0 : (phrases * 100) / cues.length,
    registers: detectRegister(cues.map(({ lines }) => lines.join(' ')).join('\n')).counts,
  }
}
