import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { LocalError } from '#local-aws/machine/terminal.ts'
import { LANGUAGE_MODEL } from '../ai/language-model/choice.ts'
import { cacheFolders } from '../cache.ts'
import { localModelId, readCheckingServer, readModelServers } from '../engines/servers.ts'
import { standsInForYoutube } from '../youtube/index.ts'

type Settings = Record<string, string | undefined>

/**
 * Reads the application's settings. Environment variables override those of `.env`. Without a `.env`, those of
 * `.env.example` apply, with defaults for a first try.
 */
export async function readSettings(root: string, machine: Settings): Promise<Settings> {
  const own = await readFile(join(root, '.env'), 'utf8').catch(() => undefined)
  const example = await readFile(join(root, '.env.example'), 'utf8')
  const file = parseEnv(own ?? example)
  return {
    ...file,
    ...(own === undefined && firstTry({ ...file, ...machine })),
    ...machine,
    DEPLOYMENT: 'local',
    ...withModelServer({ ...file, ...machine }),
  }
}

/**
 * Selects Bedrock as the translator if a model server or this machine's model stands in for Bedrock. The model ids then
 * name the server's models.
 */
function withModelServer(settings: Settings): Settings {
  const [server] = readModelServers(settings)
  if (!server && settings.LANGUAGE_MODEL === 'on')
    return { TRANSLATOR: 'bedrock', BEDROCK_MODEL_ID: `local.${LANGUAGE_MODEL.id}`, MEANING_CHECK_MODEL: '' }
  if (!server) return {}
  const checking = readCheckingServer(settings)
  return {
    TRANSLATOR: 'bedrock',
    BEDROCK_MODEL_ID: localModelId(server),
    MEANING_CHECK_MODEL: checking ? localModelId(checking) : '',
  }
}

/**
 * Defaults for a user without settings: a test payment button, and downloads from the YouTube stand-in. Downloads from
 * YouTube itself stay off until an operator enables them.
 */
function firstTry(settings: Settings): Record<string, string> {
  return { TEST_PAY: 'on', ...(standsInForYoutube(settings) && { YOUTUBE_FETCH: 'on' }) }
}

/** The synthesis failed. The message contains its output. */
class SynthesisError extends LocalError {
  constructor(output: string) {
    super('SYNTHESIS_FAILED', `Jamak could not start because of its settings or its code:\n${output}`)
  }
}

/**
 * Synthesizes the application into a folder. Runs in another process, which frees its 400 MB afterwards, and without
 * CDK's validation, which takes longer than the synthesis and runs in the tests. `built` is a folder with bundles and page that exist.
 * @throws SynthesisError
 */
export async function synthesize(root: string, outDir: string, settings: Settings, built?: string): Promise<void> {
  const { code: NODE_COMPILE_CACHE, builds: BUILD_CACHE } = cacheFolders(root)
  const child = spawn(process.execPath, [join(root, 'bin', 'app.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE,
      BUILD_CACHE,
      ...settings,
      CDK_OUTDIR: outDir,
      CDK_VALIDATION: 'false',
      ...(built && { BUILD_DIR: built }),
    },
    // The channel closes when this process ends, which ends the other one, too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new SynthesisError(output.trim())
}
