import { stepInput } from '../contract/workflow.ts'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { secretReaderFromEnvironment } from '../runtime/secrets.ts'
import { step } from '../runtime/step.ts'
import { FETCH_LIMITS, fetchSource } from './fetch-source.ts'
import { youtubeAccess, ytDlp } from './yt-dlp.ts'

const names = readEnvironment('YOUTUBE_FETCH', 'YOUTUBE_PROXY_SECRET', 'YT_DLP_PATH')
const readSecret = secretReaderFromEnvironment()
const deps = {
  ...baseDeps(),
  allowed: names.YOUTUBE_FETCH === 'on',
  source: async () =>
    ytDlp({
      program: names.YT_DLP_PATH,
      path: process.env.PATH ?? '',
      ...(names.YOUTUBE_PROXY_SECRET !== 'none' && youtubeAccess(await readSecret(names.YOUTUBE_PROXY_SECRET))),
    }),
  limits: FETCH_LIMITS,
}

export const handler = step(stepInput, ref => fetchSource(deps, ref))
