import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { loadAssembly } from '#local-aws/template/index.ts'
import { FUNCTIONS, type FunctionName } from '../../../lambdas/contract/functions.ts'
import { type BugName, PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LOADER = `
const { underFaults, watchCalls } = require('./faulty-handler.cjs')
watchCalls()
exports.handler = underFaults(require('./original.cjs').handler, require('./settings.json'))
`

/** Alterations to a copy of a synthesized application. The application's own code stays unchanged. */
export interface Alterations {
  /** Folder through which a test tells the functions which faults to inject; created if missing. */
  control: string
  bugs?: readonly BugName[]
}

/** Copies an assembly, wraps each handler for fault injection, and plants bugs. */
export async function alterAssembly(
  assembly: string,
  folder: string,
  { control, bugs = [] }: Alterations,
): Promise<void> {
  await mkdir(control, { recursive: true })
  await cp(assembly, folder, { recursive: true })
  const wrapper = join(folder, 'faulty-handler.cjs')
  await bundle(join(import.meta.dirname, 'faulty-handler.ts'), wrapper)
  const loaded = await loadAssembly(folder)
  for (const { properties } of loaded.ofType('AWS::Lambda::Function')) {
    const name = functionOf(properties.Description)
    if (!name) continue
    const place = loaded.assetPath(keyOf(properties.Code))
    const found = bugs.map(bug => PLANTED_BUGS[bug]).filter(bug => bug.functions.some(each => each === name))
    if (found.length > 0) await bundle(join(ROOT, 'lambdas', FUNCTIONS[name]), join(place, 'original.cjs'), found)
    else await rename(join(place, 'index.cjs'), join(place, 'original.cjs'))
    await writeFile(join(place, 'index.cjs'), LOADER)
    await writeFile(join(place, 'settings.json'), JSON.stringify({ name, control }))
    await cp(wrapper, join(place, 'faulty-handler.cjs'))
  }
}

/** Parses a function's name from its description `lambdas/{file}`. */
export function functionOf(description: unknown): FunctionName | undefined {
  for (const [name, file] of Object.entries(FUNCTIONS))
    if (description === `lambdas/${file}` && isFunctionName(name)) return name
  return undefined
}

const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name)

function keyOf(code: unknown): string {
  const key = typeof code === 'object' && code !== null && 'S3Key' in code ? code.S3Key : undefined
  if (typeof key !== 'string') throw new Error('a function of the application has no bundle')
  return key
}

async function bundle(entry: string, outfile: string, bugs: readonly PlantedBug[] = []): Promise<void> {
  const mainFields = ['module', 'main']
  await build({ ...bundling(bugs), entryPoints: [entry], outfile, format: 'cjs', mainFields })
}

/** Bundles a module of this project with planted bugs, to be imported here. npm packages stay external. */
export async function bundleWithBugs(entry: string, outfile: string, bugs: readonly PlantedBug[]): Promise<void> {
  await build({ ...bundling(bugs), entryPoints: [entry], outfile, format: 'esm', packages: 'external' })
}

const bundling = (bugs: readonly PlantedBug[]): BuildOptions => ({
  bundle: true,
  platform: 'node',
  target: 'node24',
  keepNames: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'planted bugs',
      setup(setup) {
        for (const { file, from, to } of bugs)
          setup.onLoad({ filter: new RegExp(`${file.replaceAll('.', '\\.')}$`) }, async ({ path }) => {
            const source = await readFile(path, 'utf8')
            if (!source.includes(from)) throw new Error(`${file} does not hold: ${from}`)
            return { contents: source.replaceAll(from, () => to), loader: 'ts' }
          })
      },
    },
  ],
})
