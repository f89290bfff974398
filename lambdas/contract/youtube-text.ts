import * as z from 'zod'
import { lazyObject } from './lazy.ts'

/**
 * YouTube's limits. A title has at most 100 characters; a description, chapters included, at most 5,000 bytes in the Data
 * API, which is stricter than the 5,000 characters of its form. Neither may contain `<` or `>`.
 */
export const LONGEST_YOUTUBE_TITLE = 100
export const MOST_YOUTUBE_BYTES = 5000

/** YouTube ignores a list that has fewer chapters, contains a shorter one, or does not begin at 0:00. */
export const FEWEST_CHAPTERS = 3
export const SHORTEST_CHAPTER_SECONDS = 10

/**
 * Our own limits, so that description and chapters together never exceed YouTube's: UTF-8 has at most three bytes for each
 * UTF-16 code unit, and a chapter has a time of eight characters, a space and a line break.
 */
export const MOST_CHAPTERS = 24
export const LONGEST_CHAPTER_TITLE = 40
export const MOST_DESCRIPTION_BYTES = 1800

const chapter = lazyObject(() => ({
  /** Start in the video, in whole seconds. */
  seconds: z.int().min(0),
  title: z.string().min(1).max(LONGEST_CHAPTER_TITLE),
}))
export type Chapter = z.infer<typeof chapter>

/** Korean title, description and chapters of a video on YouTube. */
export const youtubeText = lazyObject(() => ({
  title: z.string().min(1).max(LONGEST_YOUTUBE_TITLE),
  /** Lines of text, without the chapters. */
  description: z.string().min(1),
  chapters: z.array(chapter).max(MOST_CHAPTERS),
  /** Why there are no chapters: the video is too short, or too few of the model's chapters meet YouTube's rules. */
  withoutChapters: z.enum(['short', 'few']).optional(),
}))
export type YoutubeText = z.infer<typeof youtubeText>

/** `….youtube.json`: the text, and the saved version of the subtitle that it describes (absent: the one first delivered). */
export const youtubeTextFile = lazyObject(() => ({ text: youtubeText, editName: z.string().optional() }))
export type YoutubeTextFile = z.infer<typeof youtubeTextFile>

/** The stored text of an entry, for the page. */
export const youtubeTextView = lazyObject(() => ({
  /** Absent if none was written yet. */
  text: youtubeText.optional(),
  /** True if the subtitle was edited after the text was written. */
  isOutdated: z.boolean(),
  /** Number of texts that may still be written for this video. */
  left: z.int(),
}))
export type YoutubeTextView = z.infer<typeof youtubeTextView>

/** `m:ss`, or `h:mm:ss` from one hour: the forms that YouTube turns into links. */
export function chapterTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const start = hours > 0 ? `${hours}:${twoDigits(minutes)}` : String(minutes)
  return `${start}:${twoDigits(seconds % 60)}`
}

/** Content of YouTube's description field: the text and, after an empty line, the chapters. */
export function fullDescription({ description, chapters }: Pick<YoutubeText, 'description' | 'chapters'>): string {
  const lines = chapters.map(({ seconds, title }) => `${chapterTime(seconds)} ${title}`)
  return lines.length === 0 ? description : `${description}\n\n${lines.join('\n')}`
}
