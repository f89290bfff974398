import { useMemo } from 'react'
import { type Cue, PROFILES } from '#subtitle-engine'
import type { Cut, Draft } from '#subtitle-engine/edit'
import type { SubtitleProfile } from '../../../lambdas/contract/archive-entry.ts'
import { lastBegun } from '../draft/cues.ts'
import { cutAround } from '../draft/draft-cutter.ts'
import { type Playback, usePlaying } from './playback.ts'

/** The cues of the picture: the file's or, to compare, those of another profile around the playhead. */
export function useProfileLook(
  playback: Playback,
  draft: Draft,
  cut: Cut,
  profile: SubtitleProfile | undefined,
): readonly Cue[] {
  const id = usePlaying(playback, ({ nowMs }) =>
    profile === undefined ? undefined : cut.cues[Math.max(0, lastBegun(cut.cues, nowMs))]?.sentenceIds[0],
  )
  return useMemo(
    () => (profile === undefined ? cut.cues : cutAround(draft, id, PROFILES[profile]).cues),
    [profile, draft, cut, id],
  )
}
