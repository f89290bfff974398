import type { SubmissionGroup } from '../../../lambdas/contract/group.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import type { Api } from '../../shared/api.ts'
import { codeOf, messageOf } from '../../shared/request-failed.ts'
import type { GroupItem } from '../candidates.ts'
import type { Choices } from '../choices.ts'
import { UPLOAD } from '../texts.ts'
import { nameOfItem } from './group-facts.tsx'

type SentAtOnce = Exclude<GroupItem, { kind: 'file' }>

/** Result for the items that need no upload. */
export interface Outcome {
  accepted: EntryView[]
  /** Items that were refused or got no response; each may be sent again. */
  left: GroupItem[]
  /** A message about each refused item. Items without a response have none. */
  messages: string[]
  /** Whether an item got no response, so that it can be sent once the network is back. */
  isCutOff: boolean
}

/** Submits links and subtitles one after another. An item that is refused does not stop the others. */
export async function submitItems(
  api: Api,
  items: readonly SentAtOnce[],
  { register, profile, captions, glossary }: Omit<Choices, 'script' | 'notes'>,
  group: SubmissionGroup | undefined,
): Promise<Outcome> {
  const outcome: Outcome = { accepted: [], left: [], messages: [], isCutOff: false }
  for (const item of items)
    try {
      const request = { idempotencyKey: item.id }
      const options = { register, profile, glossary, ...(group && { group }) }
      const { entry } =
        item.kind === 'youtube'
          ? await api('submitYoutube', { body: { url: item.quote.url, captions, ...options }, ...request })
          : await api('submitSubtitle', { body: { filename: item.name, text: item.text, ...options }, ...request })
      outcome.accepted.push(entry)
    } catch (error) {
      console.error(error)
      outcome.left.push(item)
      if (codeOf(error) === 'OFFLINE') outcome.isCutOff = true
      else outcome.messages.push(UPLOAD.aboutFile(nameOfItem(item), messageOf(error)))
    }
  return outcome
}
