import type { Changes, DraftSentence } from '#subtitle-engine/edit'
import { type EditRequest, editRequest } from '../../../lambdas/contract/project.ts'
import { keysOf, UNSAVED_EDITS } from '../../shared/personal-data.ts'

const TAB = 'jamak.editor-tab'

/** Unconfirmed edits of one subtitle in localStorage, one slot per tab. */
export interface UnsavedEdits {
  /** Edits left by any tab of this browser, this one included. */
  read(): EditRequest[]
  keep(edits: EditRequest): void
  /** Removes everything that `read` returned, and this tab's edits. */
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

/** Keeps a request well below the API's body limit. */
const REQUEST_CHARACTERS = 12_000

/** Takes as many changes as fit one request. Splits and joins are small, so their parts stay together. */
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
