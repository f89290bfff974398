import type { Cue, Dialect, Encoding, Inspection, Note, Transcript } from '../../../subtitle-engine/src/index.ts'

/**
 * Formats the inspection as text: broken rules, flagged cues, the register and what was dropped from the transcript.
 */
export function reportText(inspection: Inspection, cues: readonly Cue[], transcript: Transcript): string {
  const { kept, share, rules, flagged, register } = inspection
  const lines = [`${cues.length} cues, ${kept} keep every rule (${(share * 100).toFixed(1)} %)`]
  for (const [rule, { checked, broken, cues: which }] of Object.entries(rules)) {
    if (broken > 0) lines.push(`  ${rule}: ${broken} of ${checked}, cues ${which.map(i => i + 1).join(', ')}`)
  }
  if (flagged.length > 0) lines.push(`${flagged.length} flagged cues`)
  for (const { cue, flags } of flagged) {
    const { startMs, lines: text } = cues[cue] ?? { startMs: 0, lines: [] }
    lines.push(`  ${cue + 1} at ${(startMs / 1000).toFixed(1)} s (${flags.join(', ')}): ${text.join(' / ')}`)
  }
  const { haeyo, hapnida, banmal } = register.counts
  lines.push(`register: 해요체 ${haeyo}, 합니다체 ${hapnida}, 반말 ${banmal}${register.mixed ? ' (mixed)' : ''}`)
  if (transcript.dropped.length > 0) {
    lines.push(`dropped as noise: ${transcript.dropped.map(word => word.text + word.after).join(' ')}`)
  }
  return lines.join('\n')
}

/** What the file was read as, and what was left out or assumed, each with its line. */
export function notesText(dialect: Dialect, encoding: Encoding, notes: readonly Note[]): string {
  return [
    `read as ${dialect}, ${encoding}`,
    ...notes.map(({ kind, line, text }) => `  line ${line}, ${kind}: ${text}`),
  ].join('\n')
}
