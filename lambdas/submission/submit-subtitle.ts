import type * as z from 'zod'
import { type EnglishSubtitle, readEnglishSubtitle, SubtitleError } from '#subtitle-engine'
import { API_ERRORS, ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import type { subtitleSubmission } from '../contract/views.ts'
import { entryView } from '../records/archive-pages.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { holdFreeingStale } from './stale-uploads.ts'
import { startSubtitle } from './start-subtitle.ts'
import {
  buildRequest,
  requireRegister,
  type SubmissionDeps,
  type Submitter,
  type WithCeiling,
  withoutAnnouncement,
} from './submission-deps.ts'

/**
 * Reads an English subtitle, holds the tokens for its time or its text, whichever is more, and starts the workflow. The
 * file is counted before it is read, and refused before anything is held. A repeated request returns the same entry.
 * @throws ApiError SUBTITLE_UNREADABLE, SUBTITLE_EMPTY, SUBTITLE_NO_TIMES, SUBTITLE_NOT_ENGLISH, SUBTITLE_TOO_LARGE,
 * SUBTITLE_TOO_LONG, SUBTITLE_WRONG_TIME, SUBTITLE_TOO_DENSE, SUBTITLE_TOO_MUCH, TOO_MANY_REQUESTS, BAD_REQUEST (register), and the errors of `hold`.
 */
export async function submitSubtitle(
  deps: SubmissionDeps,
  submitter: Submitter,
  body: WithCeiling<z.output<typeof subtitleSubmission>>,
): Promise<RouteResponse<'submitSubtitle'>> {
  const { transcript, seconds } = await measureSubtitle(deps, submitter.uid, body.text)
  const entry = await holdFreeingStale(
    deps,
    {
      uid: submitter.uid,
      type: 'subtitle',
      name: body.filename,
      durationSeconds: seconds,
      register: requireRegister(deps, body.register),
      profile: body.profile,
      captions: false,
      glossary: body.glossary,
      size: 0,
      group: body.group,
      maxTokens: body.maxTokens,
      key: submitter.key,
      at: isoNow(deps),
    },
    buildRequest(deps, submitter, 'submitSubtitle', withoutAnnouncement(body)),
  )
  await startSubtitle(deps, entry, {
    transcript: { captions: true, results: { language_code: 'en' }, transcript },
    probe: { durationMs: transcript.durationMs },
  })
  return { entry: entryView(entry, deps.now()) }
}

/**
 * Reads an English subtitle, and counts the read against the user's allowance.
 * @throws ApiError TOO_MANY_REQUESTS, SUBTITLE_…
 */
export async function measureSubtitle(deps: SubmissionDeps, uid: string, text: string): Promise<EnglishSubtitle> {
  await spendAllowance(deps.tables, uid, ALLOWANCES.subtitle, isoNow(deps))
  return readText(text)
}

function readText(text: string): EnglishSubtitle {
  try {
    return readEnglishSubtitle(text)
  } catch (cause) {
    if (cause instanceof SubtitleError && cause.code in API_ERRORS && cause.code !== 'TRANSCRIPT_UNREADABLE')
      throw new ApiError(cause.code, { cause })
    throw cause
  }
}
