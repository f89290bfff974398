import type { Profile } from './profile.ts'

/** Height of a line of text as a share of the picture's width, per character of a full line. */
const FULL_LINE_SHARE = 0.55
const WIDE = { width: 1920, height: 1080 }
const TALL = { width: 1080, height: 1920 }

/** Pretendard's em divided by its line height. ASS states a font's size as the line height, CSS as the em. */
export const EM_OF_LINE = 2048 / 2444

/** How captions look in the ASS file and in the editor: bold white letters with a black outline, over this picture. */
export interface CaptionLook {
  width: number
  height: number
  /** Height of a line of text in pixels of the picture. */
  size: number
  /** Distance from the upper edge if the profile sets it, in the same pixels. */
  top: number | undefined
  /** Distance from the lower edge otherwise. */
  margin: number
}

/** Returns the look of a profile's captions: its longest line determines the size of the letters, its WebVTT setting the place. */
export function captionLook({ lineCharacters, vttSettings }: Profile): CaptionLook {
  const line = /^line:(\d+)%$/.exec(vttSettings)?.[1]
  const { width, height } = line === undefined ? WIDE : TALL
  return {
    width,
    height,
    size: Math.round(((width * FULL_LINE_SHARE) / lineCharacters) * (line === undefined ? 1 : 1.4)),
    top: line === undefined ? undefined : (height * Number(line)) / 100,
    margin: Math.round(height * 0.06),
  }
}
