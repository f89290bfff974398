import type { Profile } from '../profile.ts'
import type { Cue } from '../types.ts'
import { twoDigits } from './frames.ts'

/** Height of a line of text as a share of the picture's width, per character of a full line. */
const FULL_LINE_SHARE = 0.55
const WIDE = { width: 1920, height: 1080 }
const TALL = { width: 1080, height: 1920 }
const FIELDS =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'

/**
 * Writes Advanced SubStation Alpha. The style follows the profile: the size of its letters from the longest line, the place
 * from the WebVTT setting. Times are hundredths of a second, never later than the cue's.
 */
export function formatAss(cues: readonly Cue[], profile: Profile): string {
  const top = /^line:(\d+)%$/.exec(profile.vttSettings)?.[1]
  const { width, height } = top === undefined ? WIDE : TALL
  const size = Math.round(((width * FULL_LINE_SHARE) / profile.lineCharacters) * (top === undefined ? 1 : 1.4))
  // Alignment 2 is bottom centre with the margin below, 8 is top centre with the margin above.
  const place = top === undefined ? `2,60,60,${Math.round(height * 0.06)}` : `8,60,60,${(height * Number(top)) / 100}`
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
    `Style: Default,Pretendard,${size},${colours},0,0,0,0,100,100,0,0,1,3,1,${place},1`,
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
