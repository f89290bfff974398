import * as z from 'zod'
import { archiveOrder, pageRows, TABLE_ROWS } from '../archive-list.ts'
import { brief } from '../brief.ts'
import { seriesView } from '../group.ts'
import { lazyObject } from '../lazy.ts'
import { LONGEST_SEARCH, MAX_DURATION_SECONDS, MOST_PICTURE_BYTES, MOST_SERIES, PEAK_MS } from '../limits.ts'
import { askAnswer, askRequest, editAnswer, editRequest, previewCue } from '../project.ts'
import { projectView } from '../project-view.ts'
import { LONGEST_NAME } from '../title.ts'
import { entryView } from '../views.ts'
import { youtubeTextView } from '../youtube-text.ts'
import { empty, type Route } from './route.ts'

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4
const MOST_PEAKS_LENGTH = base64Length((MAX_DURATION_SECONDS * 1000) / PEAK_MS)
const subtitleFormat = z.enum(['srt', 'vtt', 'bilingual'])

/** Entries and their finished subtitles: list, download, edit, translate again. */
export const ARCHIVE_ROUTES = {
  listArchive: {
    method: 'GET',
    path: '/api/archive',
    lambda: 'archive',
    access: 'user',
    query: lazyObject(() => ({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      /** Returns only entries whose name contains this. */
      search: z.string().trim().max(LONGEST_SEARCH).optional(),
      /**
       * Every order except newest first examines as many entries as a search does, and counts against the allowance for
       * searches.
       */
      order: archiveOrder.default('newest'),
      rows: z.coerce.number().int().min(1).max(100).pipe(pageRows).default(TABLE_ROWS),
      /** Returns only the members of this group, all on one page and in their own order. */
      group: z.uuid().max(36).optional(),
    })),
    response: lazyObject(() => ({
      entries: z.array(entryView),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      /** Number of entries that a search examined, if it left older ones out. */
      searched: z.int().optional(),
      /** The user's series, the newest first; absent if there are none. */
      series: z.array(seriesView).max(MOST_SERIES).optional(),
    })),
  },
  readEntry: { method: 'GET', path: '/api/archive/{key}', lambda: 'archive', access: 'user', response: entryView },
  renameEntry: {
    method: 'PUT',
    path: '/api/archive/{key}/name',
    lambda: 'archive',
    access: 'user',
    body: lazyObject(() => ({ name: z.string().trim().min(1).max(LONGEST_NAME) })),
    response: entryView,
  },
  /** Stores a frame of the upload, captured by the page. */
  storePicture: {
    method: 'PUT',
    path: '/api/archive/{key}/picture',
    lambda: 'archive',
    access: 'user',
    body: lazyObject(() => ({ jpeg: base64.max(base64Length(MOST_PICTURE_BYTES)) })),
    response: empty,
  },
  /** Stores the loudness of the sound, measured by the editor. */
  storePeaks: {
    method: 'PUT',
    path: '/api/archive/{key}/peaks',
    lambda: 'archive',
    access: 'user',
    body: lazyObject(() => ({ peaks: base64.max(MOST_PEAKS_LENGTH) })),
    bodyBytes: MOST_PEAKS_LENGTH + 64,
    response: empty,
  },
  deleteEntry: { method: 'DELETE', path: '/api/archive/{key}', lambda: 'archive', access: 'user', response: empty },
  downloadSubtitle: {
    method: 'GET',
    path: '/api/archive/{key}/subtitle',
    lambda: 'archive',
    access: 'user',
    query: lazyObject(() => ({
      format: subtitleFormat.default('srt'),
      /** The generated subtitle, without edits. */
      original: z.enum(['yes']).optional(),
    })),
    response: lazyObject(() => ({ url: z.string(), filename: z.string() })),
  },
  previewCues: {
    method: 'GET',
    path: '/api/archive/{key}/cues',
    lambda: 'archive',
    access: 'user',
    response: lazyObject(() => ({ cues: z.array(previewCue) })),
  },
  videoLink: {
    method: 'GET',
    path: '/api/archive/{key}/video',
    lambda: 'archive',
    access: 'user',
    response: lazyObject(() => ({ url: z.string().optional() })),
  },
  readProject: {
    method: 'GET',
    path: '/api/archive/{key}/project',
    lambda: 'archive',
    access: 'user',
    response: projectView,
  },
  saveEdits: {
    method: 'PUT',
    path: '/api/archive/{key}/project',
    lambda: 'archive',
    access: 'user',
    body: editRequest,
    response: editAnswer,
  },
  correctTerm: {
    method: 'PUT',
    path: '/api/archive/{key}/brief',
    lambda: 'archive',
    access: 'user',
    body: lazyObject(() => ({ english: z.string().max(200), korean: z.string().max(200) })),
    response: lazyObject(() => ({ brief })),
  },
  closeReview: {
    method: 'PUT',
    path: '/api/archive/{key}/review',
    lambda: 'archive',
    access: 'user',
    body: lazyObject(() => ({ done: z.boolean() })),
    response: entryView,
  },
  askAgain: {
    method: 'POST',
    path: '/api/archive/{key}/again',
    lambda: 'askAgain',
    access: 'user',
    body: askRequest,
    response: askAnswer,
  },
  readYoutubeText: {
    method: 'GET',
    path: '/api/archive/{key}/youtube-text',
    lambda: 'askAgain',
    access: 'user',
    response: youtubeTextView,
  },
  /** Has the language model write a text, which replaces the stored one. */
  writeYoutubeText: {
    method: 'POST',
    path: '/api/archive/{key}/youtube-text',
    lambda: 'askAgain',
    access: 'user',
    response: youtubeTextView,
  },
} as const satisfies Record<string, Route>
