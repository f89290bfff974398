import { shownName } from '../read/names.ts'
import type { Sentence } from '../types.ts'

/**
 * Puts the name of each new speaker before the Korean (`[Anna Berg] 감사해요`), for viewers who cannot hear the voices.
 * Speakers without a name are told apart by dashes alone.
 */
export function withSpeakerNames(
  sentences: readonly Sentence[],
  translations: ReadonlyMap<string, string>,
): Map<string, string> {
  const named = new Map(translations)
  let before: string | undefined
  for (const { id, words } of sentences) {
    const speaker = words[0]?.speaker
    const korean = named.get(id)
    const name = speaker === before ? undefined : shownName(speaker)
    if (name !== undefined && korean) named.set(id, `[${name}] ${korean}`)
    // Sounds and signs have no speaker, and do not end a turn.
    if (shownName(speaker) !== undefined || speaker?.startsWith('turn-')) before = speaker
  }
  return named
}
