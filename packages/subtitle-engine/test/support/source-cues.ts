import { linesOf } from '../../src/read/lines.ts'
import type { SourceCue } from '../../src/read/source.ts'
import type { Cue } from '../../src/types.ts'

/** Cues as a reader without any markup, names or repetitions returns them. */
export function sourceCues(cues: readonly Pick<Cue, 'startMs' | 'endMs' | 'lines'>[]): SourceCue[] {
  return cues.map(({ startMs, endMs, lines }, i) => ({
    ...{ startMs, endMs, line: i + 1, isTimed: true },
    lines: linesOf([{ text: lines.join('\n') }]),
  }))
}
