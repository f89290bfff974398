import { clean, type Draft, type DraftSentence, draftFromStored, openProject } from '#subtitle-engine/edit'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { type Brief, brief } from '../contract/brief.ts'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES, askAllowance } from '../contract/limits.ts'
import { briefKey, editsKey, projectKey } from '../contract/media-objects.ts'
import { type AskAnswer, type AskRequest, editFile, projectFile } from '../contract/project.ts'
import { isoNow } from '../contract/time.ts'
import { countAskedAgain, type EntryRef, readEntry } from '../records/archive.ts'
import { readTermsFor } from '../records/glossary.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { readJson, requireJson } from '../runtime/media-bucket.ts'
import { type AskDeps, PATIENCE_MS } from './ask-deps.ts'
import { briefGlossary } from './brief.ts'
import { ModelGoneError } from './model.ts'
import { otherVersions, type Stretch } from './other-versions.ts'
import { mergedGlossary, readUserGlossary } from './terms.ts'

/** Five spoken sentences have some 600 characters in each language; edits can join sentences into longer ones. */
const MOST_CHARACTERS = 6_000

/**
 * Has a model translate one or more consecutive sentences differently, following the owner's wish. The sentences are
 * counted before the model is called, and uncounted only if it does not respond at all. The subtitle does not change.
 * @throws ApiError SUSPENDED, ASK_OFF, NO_VIDEO, NO_SUBTITLE, ASK_STALE, ASK_TOO_LONG, ASK_SPENT, ASK_UNANSWERED,
 * TOO_MANY_REQUESTS.
 */
export async function askAgain(deps: AskDeps, ref: EntryRef, request: AskRequest): Promise<AskAnswer> {
  const { tables, model } = deps
  await requireUser(tables, ref.uid)
  const entry = await readEntry(tables, ref)
  if (!entry) throw new ApiError('NO_VIDEO')
  if (!model) throw new ApiError('ASK_OFF')
  await spendAllowance(tables, ref.uid, ALLOWANCES.askAgain, isoNow(deps))
  const draft = await readDraft(deps, entry)
  const sentences = chooseStretch(draft, request)
  if (countCharacters(draft, sentences) > MOST_CHARACTERS) throw new ApiError('ASK_TOO_LONG')
  const allowance = askAllowance(entry.duration_seconds)
  if (!(await countAskedAgain(tables, ref, sentences.length, allowance))) throw new ApiError('ASK_SPENT')
  const stretch = await withTalk(deps, entry, { draft, sentences, wish: clean(request.wish) })
  try {
    const versions = await otherVersions(model, { ...stretch, giveUpAt: deps.now() + PATIENCE_MS })
    // An answer without a usable text costs nothing.
    if (versions.length === 0) await countAskedAgain(tables, ref, -sentences.length, allowance)
    const spent = versions.length === 0 ? 0 : sentences.length
    return { versions, left: Math.max(0, allowance - (entry.asked_again ?? 0) - spent) }
  } catch (error) {
    if (!(error instanceof ModelGoneError)) throw error
    await countAskedAgain(tables, ref, -sentences.length, allowance)
    throw new ApiError('ASK_UNANSWERED', { cause: error })
  }
}

/**
 * Reads the subtitle as currently stored.
 * @throws ApiError NO_SUBTITLE.
 */
export async function readDraft(
  { media }: Pick<AskDeps, 'media'>,
  { uid, title, is_srt, edit_name, register }: ArchiveEntry,
): Promise<Draft> {
  if (!is_srt) throw new ApiError('NO_SUBTITLE')
  const machine = openProject(await requireJson(media, projectKey(uid, title), projectFile), register)
  if (edit_name === undefined) return machine
  return draftFromStored(machine, await requireJson(media, editsKey(uid, title, edit_name), editFile))
}

/** The sentences to translate again: those with words, starting with the requested one. */
function chooseStretch({ sentences: all }: Draft, { id, sentences }: AskRequest): DraftSentence[] {
  const at = all.findIndex(each => each.id === id)
  const chosen = all.slice(Math.max(0, at), at + sentences).filter(({ from, to }) => from < to)
  if (at < 0 || chosen.length === 0) throw new ApiError('ASK_STALE')
  return chosen
}

/** Characters of the English and the Korean, as the model reads them. */
function countCharacters({ words }: Draft, sentences: readonly DraftSentence[]): number {
  return sentences.reduce(
    (sum, { from, to, korean }) =>
      words.slice(from, to).reduce((n, { text }) => n + text.length + 1, sum + korean.length),
    0,
  )
}

async function withTalk(
  { tables, media, glossary: operators }: AskDeps,
  entry: ArchiveEntry,
  asked: Pick<Stretch, 'draft' | 'sentences' | 'wish'>,
): Promise<Omit<Stretch, 'giveUpAt'>> {
  const { uid, title, register, profile } = entry
  const known: Brief | undefined = await readJson(media, briefKey(uid, title), brief)
  const own = await readTermsFor(tables, entry)
  const glossary = mergedGlossary(operators, readUserGlossary(own), briefGlossary(known))
  return { ...asked, talk: known, glossary, register, profile }
}
