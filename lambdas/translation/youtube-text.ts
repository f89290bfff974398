import { type Draft, englishOfWords, speechOf } from '#subtitle-engine/edit'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { brief } from '../contract/brief.ts'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES, MOST_YOUTUBE_TEXTS } from '../contract/limits.ts'
import { briefKey, youtubeTextKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import {
  type YoutubeText,
  type YoutubeTextFile,
  type YoutubeTextView,
  youtubeTextFile,
} from '../contract/youtube-text.ts'
import { countYoutubeText, type EntryRef, readEntry } from '../records/archive.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { readJson, removeObjects, writeJson } from '../runtime/media-bucket.ts'
import { readDraft } from './ask-again.ts'
import { type AskDeps, PATIENCE_MS } from './ask-deps.ts'
import { type Model, ModelGoneError } from './model.ts'
import { readYoutubeAnswer } from './youtube-answer.ts'
import { type NumberedSentence, requestYoutubeText } from './youtube-request.ts'

/**
 * The stored text of an entry. Suspended users may still read.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function readYoutubeText({ tables, media }: AskDeps, ref: EntryRef): Promise<YoutubeTextView> {
  const entry = await requireFinished({ tables }, ref)
  const stored = await readJson(media, youtubeTextKey(entry.uid, entry.title), youtubeTextFile)
  return viewOf(entry, stored)
}

/**
 * Has a model write a text for YouTube about the subtitle as last saved, and stores it in place of the one before. The text is
 * counted before the model is called, and uncounted if there is no usable response.
 * @throws ApiError SUSPENDED, NO_VIDEO, NO_SUBTITLE, YOUTUBE_TEXT_OFF, YOUTUBE_TEXT_SPENT, YOUTUBE_TEXT_UNANSWERED,
 * TOO_MANY_REQUESTS.
 */
export async function writeYoutubeText(deps: AskDeps, ref: EntryRef): Promise<YoutubeTextView> {
  const { tables, media, model } = deps
  await requireUser(tables, ref.uid)
  const entry = await requireFinished(deps, ref)
  if (!model) throw new ApiError('YOUTUBE_TEXT_OFF')
  const draft = await readDraft(deps, entry)
  const sentences = numberSentences(draft)
  if (sentences.length === 0) throw new ApiError('NO_SUBTITLE')
  await spendAllowance(tables, ref.uid, ALLOWANCES.youtubeText, isoNow(deps))
  if (!(await countYoutubeText(tables, ref, 1))) throw new ApiError('YOUTUBE_TEXT_SPENT')
  const text = await requestText({ ...deps, model }, entry, { draft, sentences })
  if (!text) {
    await countYoutubeText(tables, ref, -1)
    throw new ApiError('YOUTUBE_TEXT_UNANSWERED')
  }
  const key = youtubeTextKey(entry.uid, entry.title)
  const file: YoutubeTextFile = { text, ...(entry.edit_name !== undefined && { editName: entry.edit_name }) }
  await writeJson(media, key, file)
  const now = await readEntry(tables, ref)
  if (now) return viewOf(now, file)
  // The owner deleted the video while the model was writing.
  await removeObjects(media, [key])
  throw new ApiError('NO_VIDEO')
}

async function requireFinished({ tables }: Pick<AskDeps, 'tables'>, ref: EntryRef): Promise<ArchiveEntry> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new ApiError('NO_VIDEO')
  if (!entry.is_srt) throw new ApiError('NO_SUBTITLE')
  return entry
}

function viewOf({ edit_name, youtube_texts = 0 }: ArchiveEntry, stored: YoutubeTextFile | undefined): YoutubeTextView {
  return {
    ...(stored && { text: stored.text }),
    isOutdated: stored !== undefined && stored.editName !== edit_name,
    left: Math.max(0, MOST_YOUTUBE_TEXTS - youtube_texts),
  }
}

function numberSentences({ sentences, words }: Draft): NumberedSentence[] {
  return sentences
    .filter(({ korean }) => korean.trim() !== '')
    .map((sentence, i) => {
      const { startMs, endMs } = speechOf(sentence, words)
      return { number: i + 1, startMs, endMs, korean: sentence.korean }
    })
}

/** The model's text, checked; `undefined` if it did not respond or wrote nothing usable. */
async function requestText(
  { media, model, now }: AskDeps & { model: Model },
  { uid, title, register, duration_seconds: durationSeconds }: ArchiveEntry,
  { draft, sentences }: { draft: Draft; sentences: readonly NumberedSentence[] },
): Promise<YoutubeText | undefined> {
  const known = await readJson(media, briefKey(uid, title), brief)
  try {
    const answer = await requestYoutubeText(model, {
      ...{ sentences, brief: known, register, durationSeconds },
      giveUpAt: now() + PATIENCE_MS,
    })
    // A truncated response may lack any of its parts.
    if (!answer || answer.isCutOff) return undefined
    return readYoutubeAnswer(answer.input, { sentences, english: englishOfWords(draft.words), durationSeconds })
  } catch (error) {
    if (error instanceof ModelGoneError) return undefined
    throw error
  }
}
