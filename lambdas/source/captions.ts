import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSubtitle, refuseExcess, transcriptOfCues } from '#subtitle-engine'
import type { CaptionTrack } from '../contract/media-objects.ts'
import { log } from '../runtime/log.ts'

/** Order of preference: plain English, then these countries' variants, then any other. */
const ORDER = ['en', 'en-US', 'en-GB']

/** Reads the best English track among a fetch's files; `undefined` if none can be read. */
export async function readCaptions(folder: string): Promise<CaptionTrack | undefined> {
  for (const { name, language, format } of await tracks(folder)) {
    const bytes = await readFile(join(folder, name))
    try {
      const { cues } = readSubtitle(bytes, 'en')
      refuseExcess(cues)
      const transcript = transcriptOfCues(cues)
      if (transcript.words.length > 0) return { language, transcript }
    } catch (error) {
      // An unreadable track is not an error: the speech is transcribed instead.
      log('warn', 'video', 'captions are unreadable', { format }, error)
    }
  }
  return undefined
}

async function tracks(folder: string): Promise<{ name: string; language: string; format: string }[]> {
  const found = (await readdir(folder)).flatMap(name => {
    const [, language, format] = /^source\.(en(?:-[A-Za-z0-9_-]+)?)\.(json3|srv3|ttml|vtt)$/.exec(name) ?? []
    return language && format ? [{ name, language, format }] : []
  })
  const rank = (language: string) => (ORDER.indexOf(language) + ORDER.length + 1) % (ORDER.length + 1)
  return found.sort((a, b) => rank(a.language) - rank(b.language) || a.name.localeCompare(b.name))
}
