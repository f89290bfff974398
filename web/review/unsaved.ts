import type { Changes, DraftSentence } from '#subtitle-engine/edit'
import { type EditRequest, editRequest } from '../../lambdas/contract/project.ts'
import { keysOf, UNSAVED_EDITS } from '../shared/personal-data.ts'

const TAB = 'jamak.review-tab'

/** Edits of one subtitle that the server has not confirmed, in the browser's own store: one slot for each tab. */
export interface UnsavedEdits {
  /** What tabs of this browser left behind, this one's own included. */
  read(): EditRequest[]
  keep(edits: EditRequest): void
  /** Forgets everything that `read` answered, and this tab's edits. */
  forget(): void
}

export function unsavedEdits(
  key: string,
  storage: Storage = localStorage,
  session: Storage = sessionStorage,
): UnsavedEdits {
  const tab = session.getItem(TAB) ?? crypto.randomUUID()
  session.setItem(TAB, tab)
  const prefix = `${UNSAVED_EDITS}${key}.`
  const own = prefix + tab
  let found: string[] = []
  return {
    read() {
      found = keysOf(storage).filter(name => name.startsWith(prefix))
      return found.flatMap(name => {
        const parsed = editRequest.safeParse(parseJson(storage.getItem(name) ?? ''))
        return parsed.success ? [parsed.data] : []
      })
    },
    keep: edits => storage.setItem(own, JSON.stringify(edits)),
    forget() {
      for (const name of [...found, own]) storage.removeItem(name)
      found = []
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A request stays well below the largest body that the API takes. */
const REQUEST_CHARACTERS = 12_000

/** As many of the changes as one request carries. Splits and joins are small, so their parts stay together. */
export function firstPart(base: number, { put, remove }: Changes): EditRequest {
  const chosen: DraftSentence[] = []
  let characters = 0
  for (const sentence of put) {
    characters += sentence.korean.length + 100
    if (chosen.length > 0 && characters > REQUEST_CHARACTERS) break
    chosen.push(sentence)
  }
  return { base, put: chosen, remove: remove.slice(0, 400) }
}
