import { ARCHIVE_ROUTES } from '../contract/routes/archive-routes.ts'
import type { EntryRef } from '../records/archive.ts'
import { apiHandler, type Call } from '../runtime/http.ts'
import { askDepsFromEnvironment } from './ask-deps.ts'

const deps = askDepsFromEnvironment()
const own = ({ caller, parameters }: Pick<Call<'askAgain'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.key }
}

const youtubeTexts = () => import('./youtube-text.ts')

export const handler = apiHandler('askAgain', ARCHIVE_ROUTES, {
  askAgain: async call => (await import('./ask-again.ts')).askAgain(deps, own(call), call.body),
  readYoutubeText: async call => (await youtubeTexts()).readYoutubeText(deps, own(call)),
  writeYoutubeText: async call => (await youtubeTexts()).writeYoutubeText(deps, own(call)),
})
