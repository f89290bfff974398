import * as z from 'zod'
import { captionLook, EM_OF_LINE, type Profile } from '#subtitle-engine'

/** How captions look in a film. */
const filmStyle = z.object({
  size: z.enum(['small', 'medium', 'large']),
  /** `profile`: where the subtitle's profile puts them. */
  place: z.enum(['profile', 'bottom', 'top']),
  back: z.enum(['outline', 'box']),
  weight: z.enum(['bold', 'regular']),
  /** Keeps captions of a vertical film clear of the buttons and texts of Shorts, Reels and TikTok. */
  isSafe: z.boolean(),
})

export type FilmStyle = z.infer<typeof filmStyle>

/** Reads a style that an earlier visit has stored as JSON. */
export function parseStyle(text: string | undefined): FilmStyle | undefined {
  return text === undefined ? undefined : filmStyle.safeParse(JSON.parse(text)).data
}

export const DEFAULT_STYLE: FilmStyle = {
  size: 'medium',
  place: 'profile',
  back: 'outline',
  weight: 'bold',
  isSafe: true,
}

const SIZES = { small: 0.8, medium: 1, large: 1.25 } as const
/** How much larger a wide profile's letters are in a vertical film, which is watched on a phone. */
const IN_HAND = 1.5
/**
 * Shares of a vertical film that Shorts, Reels and TikTok cover with buttons and texts, taking the largest of the three
 * for the top, the bottom and either side.
 */
const COVERED = { top: 0.14, bottom: 0.25, side: 0.14 } as const
/** Margin at either side unless captions keep clear of those. */
const SIDE = 0.03

/** Position and size of captions in a film, in pixels of the picture as shown. */
export interface FilmLook {
  /** Font size; a line that would not fit is drawn smaller. */
  em: number
  /** Distance between lines as a multiple of the em. */
  lineHeight: number
  mostWidth: number
  /** The edge of the picture to which the captions keep `margin`. */
  from: 'top' | 'bottom'
  margin: number
}

export function isVertical({ width, height }: { width: number; height: number }): boolean {
  return height > width
}

/** `isTop`: the cue is at the top because the bottom of the picture shows something else. */
export function lookIn(
  profile: Profile,
  style: FilmStyle,
  picture: { width: number; height: number },
  isTop = false,
): FilmLook {
  const { width, height } = picture
  const look = captionLook(profile)
  const byWidth = (width / look.width) * (isVertical(picture) && !isVertical(look) ? IN_HAND : 1)
  const em = look.size * EM_OF_LINE * Math.min(height / look.height, byWidth) * SIZES[style.size]
  const covered = style.isSafe && isVertical(picture) ? COVERED : undefined
  const base = { em, lineHeight: 1 / EM_OF_LINE, mostWidth: width * (1 - 2 * (covered?.side ?? SIDE)) }
  const margin = (look.margin / look.height) * height
  if (style.place === 'profile' && look.top !== undefined && !isTop)
    return { ...base, from: 'top', margin: (look.top / look.height) * height }
  const from = style.place === 'top' || isTop ? 'top' : 'bottom'
  return { ...base, from, margin: Math.max(margin, height * (covered?.[from] ?? 0)) }
}
