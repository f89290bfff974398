import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaptionTrack } from '../contract/work-objects.ts'
import { log } from '../runtime/log.ts'
import { captionsOfJson3 } from './json3.ts'
import { captionsOfVtt } from './web-vtt.ts'

/** The tracks of a fetch, best first: plain English, then by country, then what else begins with it. */
const ORDER = ['en', 'en-US', 'en-GB']

/** The best English track among the files of a fetch, or `undefined` where none can be read. */
export async function readCaptions(folder: string): Promise<CaptionTrack | undefined> {
  for (const { name, language, format } of await tracks(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    try {
      const captions = format === 'json3' ? captionsOfJson3(text) : captionsOfVtt(text)
      if (captions.length > 0) return { language, captions }
    } catch (error) {
      // Speech is heard instead: a broken track costs nothing but this line.
      log('warn', 'captions cannot be read', { format }, error)
    }
  }
  return undefined
}

async function tracks(folder: string): Promise<{ name: string; language: string; format: string }[]> {
  const found = (await readdir(folder)).flatMap(name => {
    const [, language, format] = /^source\.(en(?:-[A-Za-z0-9_-]+)?)\.(json3|vtt)$/.exec(name) ?? []
    return language && format ? [{ name, language, format }] : []
  })
  const rank = (language: string) => (ORDER.indexOf(language) + ORDER.length + 1) % (ORDER.length + 1)
  return found.sort((a, b) => rank(a.language) - rank(b.language) || a.name.localeCompare(b.name))
}
