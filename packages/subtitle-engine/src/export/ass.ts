import { captionLook } from '../caption-look.ts'
import type { Profile } from '../profile.ts'
import type { Cue } from '../types.ts'
import { twoDigits } from './frames.ts'

const FIELDS =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'

/**
 * Writes Advanced SubStation Alpha in the look of `captionLook`. Times are hundredths of a second, never later than the
 * cue's.
 */
export function formatAss(cues: readonly Cue[], profile: Profile): string {
  const { width, height, size, top, margin } = captionLook(profile)
  // Alignment 2 is bottom centre with the margin below, 8 is top centre with the margin above.
  const place = top === undefined ? `2,60,60,${margin}` : `8,60,60,${top}`
  const colours = '&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000'
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 2',
    'ScaledBorderAndShadow: yes',
    '',
    '[V4+ Styles]',
    `Format: ${FIELDS}`,
    `Style: Default,Pretendard,${size},${colours},-1,0,0,0,100,100,0,0,1,3,1,${place},1`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...cues.map(
      ({ startMs, endMs, lines, place }) =>
        `Dialogue: 0,${assTime(startMs)},${assTime(endMs)},Default,,0,0,0,,${place === 'top' ? '{\\an8}' : ''}${lines.map(assText).join('\\N')}`,
    ),
    '',
  ].join('\n')
}

function assTime(ms: number): string {
  const hundredths = Math.floor(ms / 10)
  const seconds = Math.floor(hundredths / 100)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}.${twoDigits(hundredths % 100)}`
}

/** The format has no escapes that every player knows, so what would be a code becomes its full-width form. */
function assText(line: string): string {
  return line.replaceAll('\\', '＼').replaceAll('{', '｛').replaceAll('}', '｝')
}
