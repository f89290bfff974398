import { randomBytes } from 'node:crypto'
import { ARCHIVE_ROUTES } from '../contract/routes/archive-routes.ts'
import { PROOF_ROUTES } from '../contract/routes/proof-routes.ts'
import { V1_ARCHIVE_ROUTES } from '../contract/routes/v1-routes.ts'
import { isoNow } from '../contract/time.ts'
import { keyGuard } from '../records/api-keys.ts'
import type { EntryRef } from '../records/archive.ts'
import { baseDeps } from '../records/base-deps.ts'
import { linkGuard, revokeProofLink } from '../records/proof-links.ts'
import { submissionView } from '../records/submission-view.ts'
import { apiHandler, type Call, Tagged } from '../runtime/http.ts'
import { correctTerm } from './corrected-term.ts'
import {
  type ArchiveDeps,
  certificateOf,
  deleteWithObjects,
  listArchive,
  listSubmissions,
  rename,
  requireEntry,
  showEntry,
  versionOf,
} from './entries.ts'
import { downloadSubtitle, previewCues } from './finished-subtitle.ts'
import { videoLink } from './media-links.ts'
import { storePeaks } from './peaks.ts'
import { storePicture } from './picture.ts'

const deps: ArchiveDeps = {
  ...baseDeps(),
  newId: () => randomBytes(6).toString('hex'),
}
const own = ({ caller, parameters }: Pick<Call<'readEntry'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.key }
}

/** The routes that cut a subtitle. They load the engine, which listing the archive does not need. */
const edits = () => import('./edits.ts')
const proof = () => import('./proof.ts')

const named = ({ caller, parameters }: Pick<Call<'v1Read'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.id }
}

export const handler = apiHandler(
  'archive',
  { ...ARCHIVE_ROUTES, ...PROOF_ROUTES, ...V1_ARCHIVE_ROUTES },
  {
    async listArchive({ caller, query }) {
      const at = deps.now()
      const page = await listArchive({ ...deps, now: () => at }, { uid: caller.uid, ...query })
      return new Tagged(page, versionOf(page, at))
    },
    readEntry: call => showEntry(deps, own(call)),
    renameEntry: call => rename(deps, own(call), call.body.name),
    storePicture: call => storePicture(deps, own(call), call.body.jpeg),
    storePeaks: call => storePeaks(deps, own(call), call.body.peaks),
    deleteEntry: call => deleteWithObjects(deps, own(call)),
    downloadSubtitle: call => downloadSubtitle(deps, { ...own(call), ...call.query }),
    previewCues: call => previewCues(deps, own(call)),
    videoLink: call => videoLink(deps, own(call)),
    readProject: async call => (await edits()).readProject(deps, own(call)),
    saveEdits: async call => (await edits()).saveEdits(deps, own(call), call.body),
    correctTerm: call => correctTerm(deps, own(call), call.body),
    closeReview: async call => (await edits()).closeReview(deps, own(call), call.body.done),
    listProofLinks: async call => (await proof()).listLinks(deps, own(call)),
    createProofLink: async call => (await proof()).createLink(deps, own(call), call.body),
    revokeProofLink: call => revokeProofLink(deps.tables, own(call), { id: call.parameters.id, at: isoNow(deps) }),
    addComment: async call => (await proof()).say(deps, own(call), call.body),
    closeComment: async call => (await proof()).close(deps, own(call), call.parameters.id),
    openProof: async ({ caller }) => (await proof()).openProof(deps, caller),
    saveProof: async ({ caller, body }) => (await proof()).saveProof(deps, caller, body),
    addProofComment: async ({ caller, body }) => (await proof()).say(deps, caller, body),
    finishProof: async ({ caller }) => (await proof()).finish(deps, caller),
    closeProofComment: async ({ caller, parameters }) => (await proof()).close(deps, caller, parameters.id),
    v1List: ({ caller, query }) => listSubmissions(deps, caller.uid, query),
    v1Read: async call => submissionView(await requireEntry(deps, named(call))),
    v1Delete: call => deleteWithObjects(deps, named(call)),
    v1Subtitle: async call => (await import('./v1.ts')).subtitleFile(deps, named(call), call.query),
    v1Certificate: call => certificateOf(deps, named(call)),
  },
  { keys: keyGuard(deps), links: linkGuard(deps) },
)
