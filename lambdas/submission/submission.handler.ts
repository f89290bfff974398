import { SUBMISSION_ROUTES } from '../contract/routes/submission-routes.ts'
import type { EntryRef } from '../records/archive.ts'
import { apiHandler, type Call } from '../runtime/http.ts'
import { cancelEntry } from './cancel-entry.ts'
import { closeGroup } from './close-group.ts'
import { retryEntry } from './retry-entry.ts'
import { heartbeat } from './stale-uploads.ts'
import { type Submitter, submissionDepsFromEnvironment } from './submission-deps.ts'
import { submitVideo } from './submit-video.ts'
import { priceYoutube, quoteYoutube, submitYoutube } from './submit-youtube.ts'
import { completeUpload, signParts } from './upload-in-parts.ts'

const deps = submissionDepsFromEnvironment()
const submitter = ({ caller, idempotencyKey }: Pick<Call<'submitVideo'>, 'caller' | 'idempotencyKey'>): Submitter => {
  return { uid: caller.uid, id: idempotencyKey }
}
const own = ({ caller, parameters }: Pick<Call<'signParts'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.key }
}

export const handler = apiHandler('submission', SUBMISSION_ROUTES, {
  submitVideo: call => submitVideo(deps, submitter(call), call.body),
  async submitSubtitle(call) {
    const { submitSubtitle } = await import('./submit-subtitle.ts')
    return submitSubtitle(deps, submitter(call), call.body)
  },
  closeGroup: ({ caller, parameters, body }) =>
    closeGroup(deps, { uid: caller.uid, id: parameters.group, size: body.size }),
  signParts: call => signParts(deps, own(call), call.body),
  completeUpload: call => completeUpload(deps, own(call), call.body),
  reportHeartbeat: call => heartbeat(deps, own(call)),
  cancelEntry: call => cancelEntry(deps, own(call), call.body),
  quoteYoutube: ({ caller, parameters }) => quoteYoutube(deps, { uid: caller.uid, id: parameters.id }),
  priceYoutube: ({ parameters, address }) => priceYoutube(deps, { id: parameters.id, address }),
  submitYoutube: call => submitYoutube(deps, submitter(call), call.body),
  retryEntry: call => retryEntry(deps, submitter(call), call.parameters.key),
})
