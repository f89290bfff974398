import * as z from 'zod'

const material = z.object({
  sentences: z.array(z.tuple([z.int(), z.string(), z.string()])),
})

const QUOTED_SENTENCES = 3
const CHAPTERS = 4
const LONGEST_TITLE = 60
const LONGEST_CHAPTER_TITLE = 20

/** A title, description and chapters for YouTube that only quote the subtitle; chapters begin at equal distances. */
export function buildYoutubeText([said = '{}', asked = '']: readonly string[]): unknown {
  const { sentences } = material.parse(JSON.parse(said))
  const [first] = sentences
  const step = Math.max(1, Math.floor(sentences.length / CHAPTERS))
  const chapters = sentences.filter((_, at) => at % step === 0).slice(0, CHAPTERS)
  return {
    title: (first?.[2] ?? '').slice(0, LONGEST_TITLE),
    description: sentences
      .slice(0, QUOTED_SENTENCES)
      .map(([, , korean]) => korean)
      .join(' '),
    chapters: asked.includes('no chapters')
      ? []
      : chapters.map(([sentence, , korean]) => ({ sentence, title: korean.slice(0, LONGEST_CHAPTER_TITLE) })),
  }
}
