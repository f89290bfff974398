import { countLevels, type RegisterReport } from '../korean/register.ts'
import { koreanProfile, type Profile } from '../profile.ts'
import { onEachTrack } from '../tracks.ts'
import type { Cue, Flag, Sentence } from '../types.ts'
import {
  brokenCueRules,
  brokenSpeechRules,
  CUE_RULES,
  cuesMissingNumbers,
  type Rule,
  SENTENCE_RULES,
  spokenIn,
} from './rules.ts'

/** The result for one rule: number of cues checked and broken, and the indexes of the broken ones. */
export type RuleReport = { checked: number; broken: number; cues: number[] }

export interface Inspection {
  cues: number
  /** Cues that keep every rule. */
  kept: number
  /** `kept` of `cues`, 0 to 1; 1 for no cues. */
  share: number
  rules: Partial<Record<Rule, RuleReport>>
  /** Number of cues by flag. */
  flags: Partial<Record<Flag, number>>
  flagged: { cue: number; flags: readonly Flag[] }[]
  register: RegisterReport
}

/** The rules that each cue breaks. Rules about the speech are checked only if sentences are given. */
export function brokenRules(
  cues: readonly Cue[],
  profile: Profile,
  sentences?: readonly Sentence[],
): readonly Rule[][] {
  return onEachTrack(cues, track => brokenRulesOfTrack(track, profile, sentences))
}

function brokenRulesOfTrack(cues: readonly Cue[], profile: Profile, sentences?: readonly Sentence[]): Rule[][] {
  const broken: Rule[][] = cues.map((cue, i) => {
    const rules = brokenCueRules(cue, cues[i - 1], cues[i + 1], profile)
    // Lines alone do not show which eojeols belong together; the engine flagged it when it cut the cue.
    return cue.flags.includes('lineBreak') && !rules.includes('lineBreak') ? [...rules, 'lineBreak'] : rules
  })
  if (!sentences) return broken
  for (const [i, spoken] of spokenIn(cues, sentences, profile).entries()) {
    const cue = cues[i]
    if (cue) broken[i]?.push(...brokenSpeechRules(cue, spoken, cues[i + 1], profile))
  }
  for (const i of cuesMissingNumbers(cues, sentences)) broken[i]?.push('numbers')
  return broken
}

/** Whether a cue keeps every rule of form. Its numbers are content, and a sentence that is not translated has no form. */
export function keepsForm({ flags }: Cue, broken: readonly Rule[]): boolean {
  return broken.every(rule => rule === 'numbers') && !flags.includes('translation')
}

/** Checks cues against every rule of the profile; with sentences, also in-times, out-times, pauses and numbers. */
export function inspectCues(
  cues: readonly Cue[],
  profile: Profile = koreanProfile,
  sentences?: readonly Sentence[],
): Inspection {
  const rules: Partial<Record<Rule, RuleReport>> = {}
  for (const rule of sentences ? [...CUE_RULES, ...SENTENCE_RULES] : CUE_RULES) {
    rules[rule] = { checked: cues.length, broken: 0, cues: [] }
  }
  let kept = 0
  for (const [i, broken] of brokenRules(cues, profile, sentences).entries()) {
    const cue = cues[i]
    if (cue && keepsForm(cue, broken)) kept += 1
    for (const rule of broken) {
      const report = rules[rule]
      if (!report) continue
      report.broken += 1
      report.cues.push(i)
    }
  }
  const flags: Partial<Record<Flag, number>> = {}
  const flagged: Inspection['flagged'] = []
  for (const [i, cue] of cues.entries()) {
    if (cue.flags.length > 0) flagged.push({ cue: i, flags: cue.flags })
    for (const flag of cue.flags) flags[flag] = (flags[flag] ?? 0) + 1
  }
  const share = cues.length === 0 ? 1 : kept / cues.length
  const register = countLevels(sentenceTexts(cues))
  return { cues: cues.length, kept, share, rules, flags, flagged, register }
}

/** The text of each sentence over all of its cues, because only a sentence's ending shows its register. */
function sentenceTexts(cues: readonly Cue[]): string[] {
  const texts: string[] = []
  let open: string | undefined
  for (const cue of cues) {
    const text = cue.lines.join(' ')
    const first = cue.sentenceIds[0]
    if (first !== undefined && first === open) texts.push(`${texts.pop() ?? ''} ${text}`)
    else texts.push(text)
    open = cue.sentenceIds[cue.sentenceIds.length - 1]
  }
  return texts
}

/** The quality certificate: stored with an entry, shown in the archive and quoted in the email. */
export interface Certificate {
  cues: number
  /** Cues that keep every rule. */
  kept: number
  /** The same per thousand cues, rounded down: 1000 only if every cue keeps every rule. */
  perMille: number
  /** Number of cues by flag. */
  flags: Record<string, number>
}

/** Summarizes an inspection for storage. */
export function certificateFromInspection(inspection: Inspection): Certificate {
  const { cues, kept, flags } = inspection
  const counted: Record<string, number> = {}
  for (const [flag, count] of Object.entries(flags)) if (count !== undefined) counted[flag] = count
  return { cues, kept, perMille: cues === 0 ? 1000 : Math.floor((kept * 1000) / cues), flags: counted }
}
