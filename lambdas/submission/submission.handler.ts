import { SUBMISSION_ROUTES } from '../contract/routes/submission-routes.ts'
import { V1_SUBMISSION_ROUTES } from '../contract/routes/v1-routes.ts'
import type { Script } from '../contract/script.ts'
import { keyGuard } from '../records/api-keys.ts'
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
import { quote, showKey, submit } from './v1.ts'

const deps = submissionDepsFromEnvironment()
const submitter = ({ caller, idempotencyKey }: Pick<Call<'submitVideo'>, 'caller' | 'idempotencyKey'>): Submitter => {
  return { uid: caller.uid, id: idempotencyKey }
}
const own = ({ caller, parameters }: Pick<Call<'signParts'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.key }
}

const named = ({ caller, parameters }: Pick<Call<'v1SignParts'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.id }
}

const keepScript = async ({ caller, body }: { caller: { uid: string }; body: Script }) => {
  const { storeScript } = await import('./store-script.ts')
  return storeScript(deps, caller.uid, body)
}

const declarations = { ...SUBMISSION_ROUTES, ...V1_SUBMISSION_ROUTES }

export const handler = apiHandler(
  'submission',
  declarations,
  {
    submitVideo: call => submitVideo(deps, submitter(call), call.body),
    async submitSubtitle(call) {
      const { submitSubtitle } = await import('./submit-subtitle.ts')
      return submitSubtitle(deps, submitter(call), call.body)
    },
    storeScript: keepScript,
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
    v1Key: ({ caller }) => showKey(deps, caller),
    v1Quote: ({ caller, body }) => quote(deps, caller, body),
    v1StoreScript: keepScript,
    v1Submit: call => submit(deps, call, call.body),
    v1SignParts: call => signParts(deps, named(call), call.body),
    v1CompleteUpload: call => completeUpload(deps, named(call), call.body),
    v1Heartbeat: call => heartbeat(deps, named(call)),
    v1Cancel: call => cancelEntry(deps, named(call), call.body),
  },
  { keys: keyGuard(deps) },
)
