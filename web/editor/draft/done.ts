import type { Draft, Patch } from '#subtitle-engine/edit'
import type { HistoryEntry } from '../../../lambdas/contract/project.ts'
import { isSame } from './merge-answer.ts'

/** A change and its time in epoch milliseconds. */
export interface Done {
  id: string
  patch: Patch
  at: number
  /** Name of the proofreader who made it. */
  by?: string
}

/** Texts typed within this time of each other are undone together. */
const TYPING_MS = 1500

/** Changes of earlier visits that can still be undone: the newest ones whose sentences have not changed since. */
export function replayable(history: readonly HistoryEntry[], draft: Draft): Done[] {
  if (history.length === 0) return []
  const now = new Map(draft.sentences.map(sentence => [sentence.id, sentence]))
  const done: Done[] = []
  for (const { id, kind, at, by, before, after } of [...history].reverse()) {
    const added = new Set(after.map(sentence => sentence.id))
    const isAsLeft =
      after.every(each => isSame(now.get(each.id), each)) &&
      before.every(each => added.has(each.id) || !now.has(each.id))
    if (!isAsLeft) break
    for (const each of after) now.delete(each.id)
    for (const each of before) now.set(each.id, each)
    // An undo of an earlier visit counts as an ordinary change.
    const patch = { kind: kind === 'undo' ? 'restore' : kind, before, after } as const
    done.unshift({ id, patch, at: Date.parse(at), ...(by !== undefined && { by }) })
  }
  return done
}

/** Whether a change continues the typing of the last one, so that both are undone together. */
export function isTyping(last: Done, { kind, before }: Patch, at: number): boolean {
  if (kind !== 'text' || last.patch.kind !== 'text' || at - last.at > TYPING_MS) return false
  return before.length === 1 && last.patch.after.length === 1 && last.patch.after[0] === before[0]
}

/** Chooses the selection after a change: the current sentence if it still exists, else the first one in its place. */
export function selectedAfter(
  { draft: old, selected }: { draft: Draft; selected: string | undefined },
  now: Draft,
  patch: Patch,
): string | undefined {
  const first = patch.after[0]?.id
  if (patch.kind !== 'check' && patch.kind !== 'texts' && first !== undefined && patch.after.length <= 2) return first
  if (now.sentences.some(({ id }) => id === selected)) return selected
  const at = old.sentences.findIndex(({ id }) => id === selected)
  return first ?? now.sentences[Math.min(Math.max(0, at), now.sentences.length - 1)]?.id
}
