import { homedir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ExtensionContext } from '#local-aws'
import { ROUTES } from '../../lambdas/contract/routes.ts'
import { createBedrock } from '../ai/converse/index.ts'
import { createModelServers } from '../ai/converse/model-server.ts'
import { createPace } from '../ai/converse/pace.ts'
import { createRehearsalModel } from '../ai/converse/rehearsal-model.ts'
import { checkModelServer } from '../ai/converse/server-check.ts'
import { languageModelFiles } from '../ai/language-model/choice.ts'
import { createLanguageModel } from '../ai/language-model/index.ts'
import { createTranscribe } from '../ai/transcribe/index.ts'
import { createTranslate } from '../ai/translate.ts'
import { chooseEngines, type Engines } from '../engines/index.ts'
import { localModelId, readCheckingServer, readModelServers, readSpeechServers } from '../engines/servers.ts'
import { tossUrl, youtubeUrl } from '../hosts.ts'
import { createToss } from '../toss/index.ts'
import { createYoutube, standsInForYoutube } from '../youtube/index.ts'
import type { CloudOptions } from './options.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Opens Transcribe, Translate, Bedrock, Toss and, where a stand-in replaces it, YouTube. */
export async function openServices(options: CloudOptions, context: ExtensionContext) {
  const { siteUrl, awsUrl, storage, putEvent, dataFolder, now, log } = context
  const { env } = options
  const engines = await enginesFor(options, log)
  const transcribe = await createTranscribe({
    engine: engines.speech,
    hasObject: storage.hasObject,
    readObject: storage.objectFile,
    writeObject: (bucket, key, body) => storage.s3.write(bucket, key, [body]),
    putEvent,
    folder: await dataFolder('transcribe'),
    now,
  })
  const translate = createTranslate({ engine: engines.translation })
  const servers = readModelServers(env).map(server => ({ ...server, fetch }))
  const checking = readCheckingServer(env)
  const pace = createPace(log)
  for (const server of servers) void checkModelServer(server).then(lines => lines.forEach(log))
  const own =
    servers.length === 0 && env.LANGUAGE_MODEL === 'on'
      ? createLanguageModel({ files: languageModelFiles(env, ROOT), pace })
      : undefined
  const bedrock = createBedrock(
    servers.length > 0 ? createModelServers(servers, { pace }) : (own ?? createRehearsalModel(engines.translation)),
    checking && { [localModelId(checking)]: createModelServers([{ ...checking, fetch }]) },
  )
  const toss = createToss({
    folder: await dataFolder('toss'),
    publicUrl: tossUrl(awsUrl),
    // A secret that an operator pasted may end with a line feed, which is not part of the key.
    secretKey: (env.SECRET_TOSS ?? '').trim(),
    clientKey: env.TOSS_CLIENT_KEY ?? '',
    webhookUrl: `${siteUrl}${ROUTES.paymentWebhook.path}`,
    now,
  })
  const youtube = standsInForYoutube(env) ? createYoutube(youtubeUrl(awsUrl), options.youtubeSamples) : undefined
  return {
    awsUrl,
    transcribe,
    translate,
    bedrock,
    toss,
    youtube,
    engines: () => engines.description,
    async close() {
      await toss.close()
      await transcribe.close()
      await own?.close()
      await engines.close?.()
    },
  }
}

/** The engines of the options, otherwise the best ones that this machine can run. */
async function enginesFor(
  { engines, env }: CloudOptions,
  log: (line: string) => void,
): Promise<Partial<Engines> & Pick<Engines, 'speech' | 'translation'>> {
  if (engines) return engines
  return chooseEngines({
    modelsDir: join(homedir(), '.cache', 'jamak', 'models'),
    env,
    download: env.MODELS_DOWNLOAD !== 'off',
    fetch,
    log,
    memoryBytes: totalmem(),
    modelServer: readModelServers(env)[0]?.model,
    speechServers: readSpeechServers(env),
  })
}
