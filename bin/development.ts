import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { bundle, lambdaEntries } from '../lib/bundle.ts'
import type { Development } from '../local/start.ts'
import { type DevelopedPage, servePage } from '../web/build/serve.ts'

const ROOT = join(import.meta.dirname, '..')
/** Sources of the functions. */
const FUNCTIONS = ['lambdas', 'packages/subtitle-engine/src', 'packages/mp4-sound/src'].map(folder =>
  join(ROOT, folder),
)
/** Sources of what runs in this process. */
const STARTED = ['bin', 'lib', 'local', 'packages/local-aws/src'].map(folder => join(ROOT, folder))
/** Packages that Lambda's runtime provides. Functions import them unbundled, because bundling them takes most of the time. */
const RUNTIME = [/^@aws-sdk\//]
const NAME_FILE = 'name.txt'
/** Changes within this time are handled together, because an editor saves several files at once. */
const QUIET_MS = 30

/** Serves the functions and the page from their sources, for `npm run dev`. Builds into `folder`. */
export async function develop(folder: string): Promise<Development> {
  await rm(folder, { recursive: true, force: true })
  const live = join(folder, 'live')
  const built = join(folder, 'built')
  const [page, functions] = await Promise.all([
    servePage(join(built, 'web')),
    bundleContinually(live, join(built, 'lambdas')),
  ])
  return {
    built,
    codeFolder: bundle => join(live, readFileSync(join(bundle, NAME_FILE), 'utf8')),
    page,
    watch(cloud) {
      page.onChange(
        FUNCTIONS,
        batched(async paths => {
          const startedAt = performance.now()
          const rebuilt = await functions.rebuild(paths)
          cloud.reloadFunctions(new Set(rebuilt.map(name => join(live, name))))
          if (rebuilt.length > 0)
            console.log(`Rebuilt in ${Math.round(performance.now() - startedAt)} ms: ${rebuilt.join(', ')}`)
        }),
      )
      noteRestarts(page)
    },
    async close() {
      await page.close()
    },
  }
}

function noteRestarts(page: DevelopedPage): void {
  page.onChange(STARTED, path => console.log(`${relative(ROOT, path)} takes effect after a restart.`))
}

/**
 * Bundles every function into `folder`, and again when its sources change. `names` gets a file with the name of each
 * function in place of its bundle: CDK copies the files into the assembly, where `codeFolder` finds the name.
 */
async function bundleContinually(folder: string, names: string) {
  const functions = await Promise.all(
    Object.entries(lambdaEntries()).map(async ([name, file]) => {
      await mkdir(join(names, name), { recursive: true })
      await writeFile(join(names, name, NAME_FILE), name)
      return { name, file, inputs: new Set<string>() }
    }),
  )
  async function build({ name, file, inputs }: (typeof functions)[number]): Promise<void> {
    const sources = await bundle(file, join(folder, name), { minify: false, external: RUNTIME })
    for (const path of sources) inputs.add(path)
  }
  await Promise.all(functions.map(build))
  return {
    /** Bundles the functions that read one of these files, and returns their names. An error in a source is printed. */
    async rebuild(changed: ReadonlySet<string>): Promise<string[]> {
      const concerned = functions.filter(({ inputs }) => !inputs.isDisjointFrom(changed))
      const results = await Promise.allSettled(concerned.map(build))
      for (const result of results) if (result.status === 'rejected') console.error(String(result.reason))
      return concerned.filter((_, i) => results[i]?.status === 'fulfilled').map(({ name }) => name)
    },
  }
}

/** Returns a function that collects paths for `QUIET_MS` and then passes them to `run`, one run at a time. */
function batched(run: (paths: Set<string>) => Promise<void>): (path: string) => void {
  let paths = new Set<string>()
  let last = Promise.resolve()
  return path => {
    if (paths.size === 0)
      setTimeout(() => {
        const taken = paths
        paths = new Set()
        last = last.then(() => run(taken))
      }, QUIET_MS)
    paths.add(path)
  }
}
