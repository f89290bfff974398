import { keepsRegister, type WantedRegister } from '../korean/register.ts'
import type { Cue, Flag } from '../types.ts'

const FLAG: Flag = 'register'

/**
 * Flags cues whose sentence ends in a register other than the requested one: for each such sentence, the last cue that
 * shows it. Quotations are exempt.
 * @param translations Korean by sentence id
 */
export function withRegisterFlags(
  cues: readonly Cue[],
  translations: ReadonlyMap<string, string>,
  wanted: WantedRegister,
): Cue[] {
  const endsIn = new Map<string, number>()
  for (const [i, cue] of cues.entries()) for (const id of cue.sentenceIds) endsIn.set(id, i)
  const drifting = new Set<number>()
  for (const [id, i] of endsIn) if (!keepsRegister(translations.get(id) ?? '', wanted)) drifting.add(i)
  return cues.map((cue, i) =>
    drifting.has(i) && !cue.flags.includes(FLAG) ? { ...cue, flags: [...cue.flags, FLAG] } : cue,
  )
}
