import { type Changes, mergeChanges, openProject, type StoredDraft, untouched } from '#subtitle-engine/edit'
import { appendToHistory } from '../../lambdas/contract/history.ts'
import { editRequest, type HistoryEntry } from '../../lambdas/contract/project.ts'
import { projectView } from '../../lambdas/contract/project-view.ts'
import { type Comment, newComment, type ProofRight } from '../../lambdas/contract/proofreading.ts'
import type { SentResponse } from '../../lambdas/contract/routes.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import { sampleEntry, sampleProject } from './sample-data.ts'
import { type Answers, type Call, Refusal } from './stand-in.ts'

export const KEY = '20260314140926'

/** The secret of a link to that review, its beginning as comments carry it, and its proofreader. */
export const SECRET = `jamak_${'0123456789abcdef'.repeat(4).slice(0, 56)}`
const PROOFREADER = { link: 'abcdefabcdef', by: '민지' }
const AT = '2026-03-14T05:30:00.000Z'

/** A server that stores one review, with a link for a proofreader. */
export function editorServer(project: SentResponse<'readProject'> = sampleProject()) {
  let stored: StoredDraft = untouched(openProject(projectView.parse(project).machine, 'polite'))
  let entry = sampleEntry(KEY, { duration_seconds: 25 })
  let history: HistoryEntry[] = []
  let comments: Comment[] = []
  const state = { reachable: true, heard: 0, right: 'edit' as ProofRight }
  const draft = () => ({
    machine: project.machine,
    stored: { version: stored.version, passages: [...stored.passages], removed: { ...stored.removed }, history },
    comments,
  })
  const say = ({ body }: Pick<Call, 'body'>, who: Partial<typeof PROOFREADER>) => {
    const at = new Date(Date.parse(AT) + 60_000 * (comments.length + 1)).toISOString()
    comments = [...comments, { ...newComment.parse(body), ...who, id: `c${comments.length}`, at }]
    return { comments }
  }
  const close = ({ parameters }: Pick<Call, 'parameters'>) => {
    comments = comments.map(each => (each.id === parameters.id ? { ...each, doneAt: AT } : each))
    return { comments }
  }
  const save = ({ body }: Pick<Call, 'body'>, by?: string) => {
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
        conflicts: result.conflicts.map(({ id, theirs }) => ({
          id,
          theirs,
          at: history.at(-1)?.at,
          by: history.at(-1)?.by,
        })),
      }
    const before = { ...stored, passages: [...stored.passages], removed: { ...stored.removed }, history }
    history = appendToHistory(before, result.stored, change && { ...change, ...(by && { by }) }, AT)
    stored = result.stored
    return { version: stored.version, ...others, conflicts: [] }
  }
  const answers: Answers = {
    readEntry: () => entry,
    readProject: () => ({ ...project, ...draft() }),
    saveEdits: call => save(call),
    addComment: call => say(call, {}),
    closeComment: close,
    openProof({ headers }) {
      if (headers.authorization !== `Bearer ${SECRET}`) return new Refusal('LINK_INVALID')
      const { register, profile, url, duration_seconds } = entry
      const link = {
        id: PROOFREADER.link,
        name: PROOFREADER.by,
        right: state.right,
        expiresAt: '2026-03-21T05:30:00.000Z',
      }
      return { link, entry: { register, profile, url, duration_seconds }, name: nameOf(entry), project: draft() }
    },
    saveProof: call => save(call, PROOFREADER.by),
    addProofComment: call => say(call, PROOFREADER),
    closeProofComment: close,
    finishProof: () => ({ finishedAt: AT }),
    closeReview({ body }) {
      entry = { ...entry, reviewed_at: JSON.stringify(body).includes('true') ? '2026-03-14T06:00:00.000Z' : undefined }
      return entry
    },
  }
  const korean = (id: string) => stored.passages.find(({ passage }) => passage.id === id)?.passage.korean
  return { answers, state, korean, stored: () => stored.passages.map(({ passage }) => passage) }
}
