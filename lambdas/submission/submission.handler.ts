import type { EntryRef } from '../records/archive.ts'
import { apiHandler, type Call } from '../runtime/http.ts'
import { cancelEntry } from './cancel-entry.ts'
import { retryEntry } from './retry-entry.ts'
import { type Submitter, submissionRoomFromEnvironment } from './submission-room.ts'
import { submitVideo } from './submit-video.ts'
import { priceYoutube, quoteYoutube, submitYoutube } from './submit-youtube.ts'
import { feed } from './unfed-uploads.ts'
import { completeUpload, signParts } from './upload-in-parts.ts'

const room = submissionRoomFromEnvironment()
const submitter = ({ caller, idempotencyKey }: Pick<Call<'submitVideo'>, 'caller' | 'idempotencyKey'>): Submitter => {
  return { uid: caller.uid, id: idempotencyKey }
}
const own = ({ caller, parameters }: Pick<Call<'signParts'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.key }
}

export const handler = apiHandler('submission', {
  submitVideo: call => submitVideo(room, submitter(call), call.body),
  signParts: call => signParts(room, own(call), call.body),
  completeUpload: call => completeUpload(room, own(call), call.body),
  feedUpload: call => feed(room, own(call)),
  cancelEntry: call => cancelEntry(room, own(call), call.body),
  quoteYoutube: ({ caller, parameters }) => quoteYoutube(room, { uid: caller.uid, id: parameters.id }),
  priceYoutube: ({ parameters }) => priceYoutube(room, parameters.id),
  submitYoutube: call => submitYoutube(room, submitter(call), call.body),
  retryEntry: call => retryEntry(room, submitter(call), call.parameters.key),
})
