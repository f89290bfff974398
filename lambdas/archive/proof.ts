import type * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import type { EditAnswer, EditRequest } from '../contract/project.ts'
import type { NewComment, newProofLink, ProofLinkView } from '../contract/proofreading.ts'
import type { RouteResponse, SentResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { nameOf } from '../contract/title.ts'
import type { EntryRef } from '../records/archive.ts'
import { entryView } from '../records/archive-pages.ts'
import { shortId } from '../records/bearers.ts'
import { addComment, closeComment } from '../records/comments.ts'
import { createProofLink, finishProof, listProofLinks, recordOpening } from '../records/proof-links.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import type { LinkCaller } from '../runtime/http.ts'
import { readDraft, saveEdits } from './edits.ts'
import { type ArchiveDeps, requireEntry } from './entries.ts'
import { requireFinished } from './machine-draft.ts'

/** @throws ApiError NO_VIDEO. */
export async function listLinks(deps: ArchiveDeps, ref: EntryRef): Promise<{ links: ProofLinkView[] }> {
  const { links } = await requireEntry(deps, ref)
  return { links: await listProofLinks(deps.tables, links, isoNow(deps)) }
}

/** @throws ApiError SUSPENDED, NO_VIDEO, NO_SUBTITLE, TOO_MANY_LINKS, TOO_MANY_REQUESTS. */
export async function createLink(
  deps: ArchiveDeps,
  ref: EntryRef,
  wish: z.output<typeof newProofLink>,
): Promise<SentResponse<'createProofLink'>> {
  await requireUser(deps.tables, ref.uid)
  return createProofLink(deps.tables, ref, { wish, at: isoNow(deps) })
}

/**
 * The subtitle that a link is for, with its history and comments, but without the upload, the waveform and the brief.
 * @throws ApiError LINK_OVER, LINK_INVALID, NO_SUBTITLE, TOO_MANY_REQUESTS.
 */
export async function openProof(deps: ArchiveDeps, caller: LinkCaller): Promise<SentResponse<'openProof'>> {
  const { id, name, right, expiresAt, finishedAt } = await recordOpening(deps.tables, caller, isoNow(deps))
  const { entry, project } = await readDraft(deps, caller)
  const { register, profile, url, duration_seconds } = entryView(entry, deps.now())
  const opened = {
    link: { id: shortId(id), name, right, expiresAt, finishedAt },
    entry: { register, profile, url, duration_seconds },
    name: nameOf(entry),
    project,
  }
  await spendEgress(deps, caller, Buffer.byteLength(JSON.stringify(opened)))
  return opened
}

/** Saves a proofreader's edits. Each appears in the history under the proofreader's name. */
export async function saveProof(deps: ArchiveDeps, caller: LinkCaller, request: EditRequest): Promise<EditAnswer> {
  if (!request.change) throw new ApiError('EDIT_REFUSED')
  await spendEgress(deps, caller, CHANGE_BYTES)
  return saveEdits(deps, caller, request, caller.by)
}

/**
 * Adds a comment of the owner, or of the link's holder.
 * @throws ApiError SUSPENDED, NO_VIDEO, NO_SUBTITLE, COMMENTS_FULL, TOO_MANY_REQUESTS.
 */
export async function say(
  deps: ArchiveDeps,
  caller: EntryRef & Partial<LinkCaller>,
  said: NewComment,
): Promise<RouteResponse<'addComment'>> {
  const { uid, key, link, by } = caller
  const at = isoNow(deps)
  await admitComment(deps, caller, at)
  const who = link === undefined ? {} : { link: shortId(link), by }
  return addComment(deps.tables, { uid, key }, { said, who, id: deps.newId(), at })
}

/**
 * Marks a comment as done.
 * @throws ApiError SUSPENDED, NO_VIDEO, NO_SUBTITLE, NOT_FOUND, TOO_MANY_REQUESTS.
 */
export async function close(
  deps: ArchiveDeps,
  caller: EntryRef & Partial<LinkCaller>,
  id: string,
): Promise<RouteResponse<'closeComment'>> {
  const { uid, key, link } = caller
  const at = isoNow(deps)
  await admitComment(deps, caller, at)
  const own = link === undefined ? undefined : shortId(link)
  return closeComment(deps.tables, { uid, key }, { id, link: own, at })
}

/** Records that a link's holder has finished the review. @throws ApiError LINK_INVALID, TOO_MANY_REQUESTS. */
export async function finish(deps: ArchiveDeps, caller: LinkCaller): Promise<RouteResponse<'finishProof'>> {
  await spendEgress(deps, caller, CHANGE_BYTES)
  return finishProof(deps.tables, caller, isoNow(deps))
}

/** Checks for the owner what the guard has already checked for a link's holder, and counts the comment. */
async function admitComment(deps: ArchiveDeps, ref: EntryRef & Partial<LinkCaller>, at: string): Promise<void> {
  const { uid, link } = ref
  if (link === undefined) {
    await requireUser(deps.tables, uid)
    await requireFinished(deps, ref)
  }
  await spendAllowance(deps.tables, link ?? uid, ALLOWANCES.comment, at)
  await spendEgress(deps, ref, CHANGE_BYTES)
}

/**
 * Bytes counted for the response to a change. They are counted first, so that no stored change is reported as refused.
 */
const CHANGE_BYTES = 16 * 1024

/** Counts bytes sent to a link's holder. @throws ApiError TOO_MANY_REQUESTS once the day's bytes are spent. */
async function spendEgress(deps: ArchiveDeps, { link }: Partial<LinkCaller>, bytes: number): Promise<void> {
  if (link !== undefined) await spendAllowance(deps.tables, link, ALLOWANCES.proofEgress, isoNow(deps), bytes)
}
