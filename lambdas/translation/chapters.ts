import { type Chapter, FEWEST_CHAPTERS, MOST_CHAPTERS, SHORTEST_CHAPTER_SECONDS } from '../contract/youtube-text.ts'

/** A chapter that a model offers: the in-time of the sentence with which it begins, and its title. */
export interface OfferedChapter {
  startMs: number
  title: string
}

/** In-time of the subtitle's first sentence, and length of the video. */
export interface Span {
  firstMs: number
  durationSeconds: number
}

/** Title of the time before the first chapter, if the model names none at the beginning. */
const OPENING = '시작'

/** The shortest video in which YouTube shows chapters. */
export const SHORTEST_WITH_CHAPTERS = FEWEST_CHAPTERS * SHORTEST_CHAPTER_SECONDS

/**
 * The chapters that YouTube accepts, in order: the first at 0:00, each at least ten seconds long. A chapter that begins
 * with the first sentence or within the first ten seconds is moved to 0:00; otherwise one with the title `OPENING` is
 * added there. Returns none if fewer than three are left.
 */
export function chooseChapters(offered: readonly OfferedChapter[], { firstMs, durationSeconds }: Span): Chapter[] {
  const inOrder = offered
    .map(({ startMs, title }) => ({ seconds: startMs <= firstMs ? 0 : Math.floor(startMs / 1000), title }))
    .sort((one, other) => one.seconds - other.seconds)
  const [first] = inOrder
  if (!first) return []
  const isAtStart = first.seconds < SHORTEST_CHAPTER_SECONDS
  const all = isAtStart ? [{ ...first, seconds: 0 }, ...inOrder.slice(1)] : [{ seconds: 0, title: OPENING }, ...inOrder]
  const chapters: Chapter[] = []
  for (const chapter of all) {
    const since = chapter.seconds - (chapters.at(-1)?.seconds ?? Number.NEGATIVE_INFINITY)
    const isLongEnough = Math.min(since, durationSeconds - chapter.seconds) >= SHORTEST_CHAPTER_SECONDS
    if (isLongEnough && chapters.length < MOST_CHAPTERS) chapters.push(chapter)
  }
  return chapters.length < FEWEST_CHAPTERS ? [] : chapters
}
