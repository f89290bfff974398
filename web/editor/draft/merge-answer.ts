import { type Conflict, canonical, type DraftSentence } from '#subtitle-engine/edit'
import type { EditAnswer, EditRequest } from '../../../lambdas/contract/project.ts'

/** A conflict with when, and by which proofreader, the stored sentence was changed, as far as known. */
export type EditConflict = Conflict & Pick<EditAnswer['conflicts'][number], 'at' | 'by'>

/** A save response, compared with what the user sees. */
interface Merged {
  /** The server's sentences at the response's version. */
  known: readonly DraftSentence[]
  /** Sentences to take out of the draft and to put into it, because they were edited elsewhere and not here. */
  gone: readonly DraftSentence[]
  come: readonly DraftSentence[]
  /** Sentences edited both here and elsewhere. */
  conflicts: readonly EditConflict[]
}

/** Merges the response to `request`; `known` are the server's sentences when it was sent, `shown` those of the draft. */
export function mergeAnswer(
  known: readonly DraftSentence[],
  shown: readonly DraftSentence[],
  request: EditRequest,
  answer: EditAnswer,
): Merged {
  const mineIsStored = answer.conflicts.length === 0
  const before = new Map(known.map(sentence => [sentence.id, sentence]))
  const server = new Map(before)
  if (mineIsStored) {
    for (const id of request.remove) server.delete(id)
    for (const sentence of request.put) server.set(sentence.id, sentence)
  }
  for (const id of answer.remove) server.delete(id)
  for (const sentence of answer.put) server.set(sentence.id, sentence)
  const local = new Map(shown.map(sentence => [sentence.id, sentence]))
  const sent = new Map(request.put.map(sentence => [sentence.id, sentence]))
  const conflicts: EditConflict[] = []
  const changed = new Map(answer.conflicts.map(({ id, at, by }) => [id, { at, by }]))
  const [gone, come]: [DraftSentence[], DraftSentence[]] = [[], []]
  for (const id of new Set([...answer.remove, ...answer.put.map(each => each.id)])) {
    const [mine, theirs] = [local.get(id), server.get(id)]
    const old = mineIsStored ? (sent.get(id) ?? before.get(id)) : before.get(id)
    if (isSame(mine, theirs)) continue
    if (!isSame(mine, old)) conflicts.push({ id, mine, theirs, ...changed.get(id) })
    else {
      if (mine) gone.push(mine)
      if (theirs) come.push(theirs)
    }
  }
  for (const conflict of answer.conflicts) {
    if (conflicts.some(({ id }) => id === conflict.id)) continue
    conflicts.push({ ...conflict, mine: local.get(conflict.id), theirs: conflict.theirs })
  }
  return { known: [...server.values()], gone, come, conflicts }
}

export function isSame(a: DraftSentence | undefined, b: DraftSentence | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b))
}
