import { ARCHIVE_ROUTES } from '../contract/routes/archive-routes.ts'
import { apiHandler } from '../runtime/http.ts'
import { askAgain, askDepsFromEnvironment } from './ask-again.ts'
import { readYoutubeText, writeYoutubeText } from './youtube-text.ts'

const deps = askDepsFromEnvironment()

export const handler = apiHandler('askAgain', ARCHIVE_ROUTES, {
  askAgain: ({ caller, parameters, body }) => askAgain(deps, { uid: caller.uid, key: parameters.key }, body),
  readYoutubeText: ({ caller, parameters }) => readYoutubeText(deps, { uid: caller.uid, key: parameters.key }),
  writeYoutubeText: ({ caller, parameters }) => writeYoutubeText(deps, { uid: caller.uid, key: parameters.key }),
})
