import { readFileSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { bundleForDevelopment, lambdaEntries } from '../lib/bundle.ts'
import type { Development } from '../local/start.ts'
import { servePage } from '../web/build/serve.ts'

const ROOT = join(import.meta.dirname, '..')
/** Sources of the functions. */
const FUNCTIONS = ['lambdas', 'packages/subtitle-engine/src', 'packages/mp4-sound/src'].map(folder =>
  join(ROOT, folder),
)
/** Sources of what runs in this process. */
const STARTED = ['bin', 'lib', 'local', 'packages/local-aws/src'].map(folder => join(ROOT, folder))
const NAME_FILE = 'name.txt'
/** Changes within this time are handled together, because an editor saves several files at once. */
const QUIET_MS = 30

/** Serves the functions and the page from their sources, for `npm run dev`. Builds into `folder`. */
export async function develop(folder: string): Promise<Development> {
  await rm(folder, { recursive: true, force: true })
  const live = join(folder, 'live')
  const built = join(folder, 'built')
  await mkdir(folder, { recursive: true })
  // Built functions find the packages of Lambda's runtime through this link, even if the data folder is outside the repository.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const [page, functions] = await Promise.all([
    servePage(join(built, 'web')),
    bundleForDevelopment(live),
    ...Object.keys(lambdaEntries()).map(name => writeName(join(built, 'lambdas', name), name)),
  ])
  let bundled = functions
  return {
    built,
    codeFolder: bundle => join(live, readFileSync(join(bundle, NAME_FILE), 'utf8')),
    page,
    watch(cloud) {
      page.onChange(
        FUNCTIONS,
        batched(async () => {
          const startedAt = performance.now()
          const before = bundled
          bundled = await bundleForDevelopment(live)
          const changed = [...bundled].flatMap(([name, code]) => (before.get(name) === code ? [] : [name]))
          cloud.reloadFunctions(new Set(changed.map(name => join(live, name))))
          if (changed.length > 0)
            console.log(`Rebuilt in ${Math.round(performance.now() - startedAt)} ms: ${changed.join(', ')}`)
        }),
      )
      page.onChange(STARTED, path => console.log(`${relative(ROOT, path)} takes effect after a restart.`))
    },
    close: page.close,
  }
}

/**
 * Writes a function's name in place of its bundle: CDK copies the file into the assembly, where `codeFolder` reads the
 * name.
 */
async function writeName(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, NAME_FILE), name)
}

/** Returns a function that runs `work` once no call has come for `QUIET_MS`. Errors in sources are printed. */
function batched(work: () => Promise<void>): () => void {
  let isWaiting = false
  let last = Promise.resolve()
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      last = last.then(work).catch((error: unknown) => console.error(String(error)))
    }, QUIET_MS)
  }
}
