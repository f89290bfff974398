import { useMemo, useState } from 'react'
import type { DraftSentence } from '#subtitle-engine/edit'
import type { Comment, NewComment } from '../../../lambdas/contract/proofreading.ts'
import { showToast } from '../../shared/layout/toasts.tsx'
import { messageOf } from '../../shared/request-failed.ts'
import { useStable } from '../../shared/use-stable.ts'
import { COMMENTS } from './texts.ts'

type Answer = Promise<{ comments: Comment[] }>

/** The comments on a subtitle, and what the user may do with them. */
export interface CommentTools {
  /** All comments, oldest first. */
  all: readonly Comment[]
  /** Rejects if it could not be stored. */
  say(said: NewComment): Promise<void>
  /** Marks comments as done; reports a failure itself. */
  close(ids: readonly string[]): void
  mayClose(comment: Comment): boolean
  nameOf(comment: Comment): string
}

interface CommentCalls {
  /** Beginning of the link's id; absent for the owner. */
  link?: string
  say(said: NewComment): Answer
  close(id: string): Answer
}

export function useComments(initial: readonly Comment[] = [], calls: CommentCalls): CommentTools {
  const [all, setAll] = useState(initial)
  const say = useStable(async (said: NewComment) => setAll((await calls.say(said)).comments))
  const close = useStable(async (ids: readonly string[]) => {
    try {
      // One after another, so that the last response is the newest list.
      for (const id of ids) setAll((await calls.close(id)).comments)
    } catch (error) {
      showToast({ kind: 'error', text: messageOf(error) })
    }
  })
  const { link } = calls
  return useMemo(
    () => ({
      ...{ all, say, close },
      mayClose: comment => link === undefined || comment.link === link,
      nameOf: comment => (comment.link === link ? COMMENTS.me : (comment.by ?? COMMENTS.owner)),
    }),
    [all, say, close, link],
  )
}

/** Always the same map, so that nothing renders again. */
const NOWHERE: ReadonlyMap<string, readonly Comment[]> = new Map()

/** Open comments by the sentence that shows them: their own, or after a split or join the one with their first word. */
export function placeComments(
  comments: readonly Comment[],
  sentences: readonly DraftSentence[],
): ReadonlyMap<string, readonly Comment[]> {
  const open = comments.filter(({ doneAt }) => doneAt === undefined)
  if (open.length === 0) return NOWHERE
  const ids = new Set(sentences.map(({ id }) => id))
  const placed = new Map<string, Comment[]>()
  for (const comment of open) {
    const heir = () => sentences.findLast(({ from }) => from <= comment.word) ?? sentences[0]
    const id = ids.has(comment.sentence) ? comment.sentence : heir()?.id
    if (id !== undefined) placed.set(id, [...(placed.get(id) ?? []), comment])
  }
  return placed
}
