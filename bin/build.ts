import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { bundleLambdas } from '../lib/bundle.ts'
import { buildWeb } from '../web/build/build.ts'

const ROOT = join(import.meta.dirname, '..')
/** Inputs of a build, its configuration among them; the lock file represents the dependencies. */
const SOURCES = [
  ...['lambdas', 'packages/subtitle-engine/src', 'packages/mp4-sound/src'],
  ...['local/sample', 'web', 'lib/bundle.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
]
const KEPT_BUILDS = 3

/**
 * Bundles the handlers into `lambdas/` of a folder and the page into `web/`, which takes ten seconds of CPU; with a folder
 * of earlier builds, only after a change.
 */
export async function build(folder: string, earlier?: string): Promise<void> {
  const make = async (): Promise<void> => {
    await bundleLambdas(join(folder, 'lambdas'))
    await buildWeb(join(folder, 'web'))
  }
  const sources = SOURCES.map(source => join(ROOT, source))
  await (earlier ? makeOnce({ folder, earlier, sources, make }) : make())
}

interface Making {
  folder: string
  /** Folder of earlier results. */
  earlier: string
  /** Files and folders that the result depends on. */
  sources: string[]
  make(): Promise<void>
}

/** Fills a folder by copying an earlier result if the sources are unchanged. Keeps the last few results. */
export async function makeOnce({ folder, earlier, sources, make }: Making): Promise<void> {
  const same = join(earlier, computeDigest(sources))
  if (existsSync(same)) {
    cpSync(same, folder, { recursive: true })
    utimesSync(same, new Date(), new Date())
    return
  }
  await make()
  keep(folder, same)
}

/** SHA-256 of the names and contents of files and folders. */
function computeDigest(sources: string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    const isFolder = statSync(source).isDirectory()
    const names = isFolder ? readdirSync(source, { recursive: true, encoding: 'utf8' }).sort() : ['']
    for (const name of names) {
      const file = join(source, name)
      if (statSync(file).isFile()) hash.update(`${file}\n`).update(readFileSync(file)).update('\n')
    }
  }
  return hash.digest('hex')
}

/** Stores a build atomically among the earlier ones and removes the oldest. */
function keep(folder: string, place: string): void {
  const earlier = join(place, '..')
  mkdirSync(earlier, { recursive: true })
  const copy = `${place}.${randomUUID()}`
  cpSync(folder, copy, { recursive: true })
  // Another process may have kept the same build meanwhile.
  if (existsSync(place)) rmSync(copy, { recursive: true })
  else renameSync(copy, place)
  const newest = readdirSync(earlier)
    .map(name => ({ path: join(earlier, name), at: statSync(join(earlier, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of newest.slice(KEPT_BUILDS)) rmSync(path, { recursive: true, force: true })
}
