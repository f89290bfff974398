import { brokenRules } from '../inspection/inspect.ts'
import type { Rule } from '../inspection/rules.ts'
import { meanConfidence, spokenIn } from '../inspection/speech.ts'
import type { Profile } from '../profile.ts'
import type { Cue, Flag, Sentence } from '../types.ts'

/** The flag that tells of a broken rule; the rules without one hold by construction. */
const flagOf: Partial<Record<Rule, Flag>> = {
  speed: 'speed',
  duration: 'duration',
  gap: 'gap',
  inTime: 'inTime',
  outTime: 'outTime',
  lineLength: 'lineLength',
  lineBreak: 'lineBreak',
  pause: 'pause',
  numbers: 'numbers',
}

/** Adds to each cue the flags of what its sentence made impossible and of what was badly heard. */
export function flagged(
  cues: readonly (Cue & { flags: Flag[] })[],
  sentences: readonly Sentence[],
  profile: Profile,
): Cue[] {
  for (const [i, rules] of brokenRules(cues, profile, sentences).entries()) {
    const cue = cues[i]
    if (!cue) continue
    for (const rule of rules) {
      const flag = flagOf[rule]
      // A source that is shown in place of its translation states its own numbers.
      if (flag && !cue.flags.includes(flag)) cue.flags.push(flag)
    }
  }
  for (const [i, spoken] of spokenIn(cues, sentences, profile).entries()) {
    if (meanConfidence(spoken.words) < profile.lowConfidence) cues[i]?.flags.push('confidence')
  }
  return [...cues]
}
