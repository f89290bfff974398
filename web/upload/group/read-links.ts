import { parseYoutubeId } from '../../../lambdas/contract/youtube.ts'
import type { Api } from '../../shared/api.ts'
import { messageOf } from '../../shared/request-failed.ts'
import { COMMON } from '../../shared/texts.ts'
import type { Item } from '../candidates.ts'
import { UPLOAD } from '../texts.ts'

/**
 * The links in a text, separated by line breaks or spaces: a one-line field replaces line breaks by spaces. Several
 * links to one video, even in different forms, count once.
 */
export function splitLinks(text: string): string[] {
  const links = text.split(/\s+/).filter(link => link !== '')
  const ids = links.map(link => parseYoutubeId(link) ?? link)
  return links.filter((_, n) => ids.indexOf(ids[n] ?? '') === n)
}

/** Looks up several links, one after another. `refused` names each link that cannot be used, with the reason. */
export async function readLinks(
  api: Api,
  links: readonly string[],
  signal: AbortSignal,
): Promise<{ items: Item[]; refused: string[] }> {
  const items: Item[] = []
  const refused: string[] = []
  for (const link of links) {
    if (signal.aborted) break
    try {
      const id = parseYoutubeId(link)
      const quote = id === undefined ? undefined : await api('quoteYoutube', { parameters: { id }, signal })
      if (quote?.fetchable) items.push({ id: crypto.randomUUID(), kind: 'youtube', quote })
      else refused.push(UPLOAD.aboutFile(link, quote ? UPLOAD.notFetchable : COMMON.linkWrong))
    } catch (error) {
      if (!signal.aborted) refused.push(UPLOAD.aboutFile(link, messageOf(error)))
    }
  }
  return { items, refused }
}
