import { homedir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../local/cloud/synthesize.ts'
import { fetchModels, type ModelReport } from '../local/engines/models/fetch-models.ts'
import { MANIFEST, ModelError } from '../local/engines/models/manifest.ts'

const HELP = `npm run models -- [--check] [--all]
npm run models -- --layer
npm run models -- --stack JamakData
npm run models -- --language-model

Fetches the models that npm start runs on this machine (about 770 MB): for speech, for telling voices apart and for
translation. Checks the digest of every file and reports what is present. An interrupted download continues where it stopped.

--check        checks what is present and downloads nothing
--all          also fetches the speech models for smaller machines, for a mirror
--layer        for HEARING=own: builds the layer with the recognizer that the next deployment needs
--stack NAME   for HEARING=own: fetches the largest speech model and puts it into the bucket of this deployed stack

--language-model
               fetches a language model (2.5 GB; 5 GB of memory) and installs what runs it (about 700 MB); with
               LANGUAGE_MODEL=on in .env, npm start translates with it

MODELS_DIR   a folder with a copy of the models; it is checked, never written to
MODELS_URL   a mirror to fetch from instead of the publishers`

/** Advice for a model that could not be fetched. */
const WAYS_OUT = {
  UNREACHABLE: 'Check the network and run this again: it continues where it stopped. MODELS_URL can name a mirror.',
  NOT_FOUND: 'Set MODELS_URL to a mirror that has the files, or MODELS_DIR to a folder that has them.',
  WRONG_DIGEST: 'The file was discarded. Run this again, or use another mirror.',
  UNUSABLE: 'Run this again.',
  NO_SPACE: 'Free some disk space and run this again: it continues where it stopped.',
}

const log = (line: string) => console.log(line)

async function accessOptions() {
  const env = await readSettings(join(import.meta.dirname, '..'), process.env)
  return {
    region: env.AWS_REGION_NAME || 'ap-northeast-2',
    isCopy: Boolean(env.MODELS_DIR),
    modelsDir: env.MODELS_DIR || join(homedir(), '.cache', 'jamak', 'models'),
    mirror: env.MODELS_URL || undefined,
    download: true,
    fetch,
    log,
  }
}

/** Downloads the models and reports the result. Returns the exit code: 1 if a model is missing. */
async function models({ check, all }: { check: boolean; all: boolean }): Promise<number> {
  const { isCopy, ...access } = await accessOptions()
  const checkOnly = check || isCopy
  const reports = await fetchModels({ ...access, manifest: MANIFEST, memoryBytes: totalmem(), checkOnly, all })
  for (const report of reports) console.log(`\n${formatLine(report)}`)
  return reports.some(({ failure }) => failure) ? 1 : 0
}

function formatLine({ id, licence, source, folder, bytes, failure }: ModelReport): string {
  if (failure) return `${id}  missing: ${failure.message}\n  ${WAYS_OUT[failure.code]}`
  return `${id}  ready, ${Math.round(bytes / 1e6)} MB, every digest checked\n  ${folder}\n  ${source} (${licence})`
}

/** Downloads the language model and the package that runs it. */
async function languageModel(): Promise<number> {
  const { LANGUAGE_MODEL, languageModelFiles, RUNNER } = await import('../local/ai/language-model/choice.ts')
  const { fetchWeights, installRunner } = await import('../local/ai/language-model/install.ts')
  const files = languageModelFiles(process.env, join(import.meta.dirname, '..'))
  const { id, source, licence, memoryBytes } = LANGUAGE_MODEL
  return orFailure(async () => {
    const { bytes, sha256 } = await fetchWeights(LANGUAGE_MODEL, files, await accessOptions())
    await installRunner(files, log)
    console.log(
      `\n${id}  ready, ${Math.round(bytes / 1e6)} MB, sha256 ${sha256}\n  ${files.weights}\n  ${source} (${licence})`,
    )
    console.log(`  ${RUNNER.name} ${RUNNER.version} (MIT) in ${files.runner}`)
    const memory = `${memoryBytes / 1e9} GB of memory; this machine has ${(totalmem() / 1e9).toFixed(0)} GB`
    console.log(
      `It needs ${memory}. With LANGUAGE_MODEL=on in .env, npm start translates with it and reports how long a talk takes.`,
    )
  })
}

/** Returns the exit code: 1, with advice, if a model is unavailable. */
async function orFailure(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    console.error(`${error.message}\n${WAYS_OUT[error.code]}`)
    return 1
  }
}

/** Uploads the speech model to a stack's bucket. Returns the exit code. */
async function stack(name: string): Promise<number> {
  // Loaded on demand, because it imports packages that only operators install.
  const { putIntoStack } = await import('./models/put-into-stack.ts')
  return orFailure(async () => putIntoStack(name, await accessOptions()))
}

try {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      layer: { type: 'boolean', default: false },
      stack: { type: 'string' },
      'language-model': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(HELP)
  else if (values.layer) {
    const [{ makeLayer }, { HEARING_LAYER }] = await Promise.all([
      import('./models/layer.ts'),
      import('../lib/hearing-layer.ts'),
    ])
    await makeLayer(HEARING_LAYER, log)
    console.log(`The layer is ready: ${HEARING_LAYER}. Deploy with HEARING=own.`)
  } else if (values.stack !== undefined) process.exitCode = await stack(values.stack)
  else if (values['language-model']) process.exitCode = await languageModel()
  else process.exitCode = await models(values)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
