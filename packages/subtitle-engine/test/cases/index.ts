import { AT_ONCE } from './at-once.ts'
import { DIALECTS } from './dialects.ts'
import { ENCODINGS } from './encodings.ts'
import { INSIDE } from './inside-a-cue.ts'
import { PROGRAMS } from './programs.ts'
import { REPEATED } from './repetitions.ts'
import { SPEAKERS } from './speakers.ts'
import { TIMINGS } from './timings.ts'

import { TRANSCRIPTS } from './transcripts.ts'

export type { SubtitleCase } from './write.ts'

export const SUBTITLE_CASES = [
  ...ENCODINGS,
  ...TIMINGS,
  ...DIALECTS,
  ...INSIDE,
  ...REPEATED,
  ...SPEAKERS,
  ...AT_ONCE,
  ...PROGRAMS,
  ...TRANSCRIPTS,
]
