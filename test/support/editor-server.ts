import { type Changes, mergeChanges, openProject, type StoredDraft, untouched } from '#subtitle-engine/edit'
import { appendToHistory } from '../../lambdas/contract/history.ts'
import { editRequest, type HistoryEntry } from '../../lambdas/contract/project.ts'
import { projectView } from '../../lambdas/contract/project-view.ts'
import type { SentResponse } from '../../lambdas/contract/routes.ts'
import { sampleEntry, sampleProject } from './sample-data.ts'
import { type Answers, Refusal } from './stand-in.ts'

export const KEY = '20260314140926'

/** A server that keeps one review. */
export function editorServer(project: SentResponse<'readProject'> = sampleProject()) {
  let stored: StoredDraft = untouched(openProject(projectView.parse(project).machine, 'polite'))
  let entry = sampleEntry(KEY, { duration_seconds: 25 })
  let history: HistoryEntry[] = []
  const state = { reachable: true, heard: 0 }
  const answers: Answers = {
    readEntry: () => entry,
    readProject: () => ({
      ...project,
      stored: { version: stored.version, passages: [...stored.passages], removed: { ...stored.removed }, history },
    }),
    saveEdits({ body }) {
      state.heard += 1
      if (!state.reachable) return new Refusal('INTERNAL')
      const { base, change, ...changes } = editRequest.parse(body)
      const result = mergeChanges(stored, base, changes satisfies Changes)
      const others = {
        put: stored.passages.filter(({ version }) => version > base).map(({ passage }) => passage),
        remove: [],
      }
      if (!result.stored)
        return {
          version: stored.version,
          ...others,
          conflicts: result.conflicts.map(({ id, theirs }) => ({ id, theirs })),
        }
      const before = { ...stored, passages: [...stored.passages], removed: { ...stored.removed }, history }
      history = appendToHistory(before, result.stored, change, '2026-03-14T05:30:00.000Z')
      stored = result.stored
      return { version: stored.version, ...others, conflicts: [] }
    },
    closeReview({ body }) {
      entry = { ...entry, reviewed_at: JSON.stringify(body).includes('true') ? '2026-03-14T06:00:00.000Z' : undefined }
      return entry
    },
  }
  const korean = (id: string) => stored.passages.find(({ passage }) => passage.id === id)?.passage.korean
  return { answers, state, korean, stored: () => stored.passages.map(({ passage }) => passage) }
}
