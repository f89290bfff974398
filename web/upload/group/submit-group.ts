import type { SubmissionGroup } from '../../../lambdas/contract/group.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import type { Api } from '../../shared/api.ts'
import { codeOf, messageOf } from '../../shared/request-failed.ts'
import { type Item, itemName } from '../candidates.ts'
import { type Choices, usesCaptions } from '../choices.ts'

type SentAtOnce = Exclude<Item, { kind: 'file' }>

/** Result for the items that need no upload. */
export interface Outcome {
  accepted: EntryView[]
  /** Items that were refused or got no response; each may be sent again. */
  left: Item[]
  /** Each refused item with the reason; items without a response have none. */
  refusals: { name: string; reason: string }[]
  /** Whether an item got no response, so that it can be sent once the network is back. */
  isCutOff: boolean
}

/** Submits links and subtitles one after another. An item that is refused does not stop the others. */
export async function submitItems(
  api: Api,
  items: readonly SentAtOnce[],
  choices: Choices,
  { group, script }: { group: SubmissionGroup | undefined; script: string | undefined },
): Promise<Outcome> {
  const { register, profile, glossary } = choices
  const captions = usesCaptions(choices)
  const outcome: Outcome = { accepted: [], left: [], refusals: [], isCutOff: false }
  for (const item of items)
    try {
      const request = { idempotencyKey: item.id }
      const options = { register, profile, glossary, ...(group && { group }) }
      const { entry } =
        item.kind === 'youtube'
          ? await api('submitYoutube', {
              body: { url: item.quote.url, captions, ...options, ...(script && { script }) },
              ...request,
            })
          : await api('submitSubtitle', { body: { filename: item.name, text: item.text, ...options }, ...request })
      outcome.accepted.push(entry)
    } catch (error) {
      console.error(error)
      outcome.left.push(item)
      if (codeOf(error) === 'OFFLINE') outcome.isCutOff = true
      else outcome.refusals.push({ name: itemName(item), reason: messageOf(error) })
    }
  return outcome
}
