import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { loadAssembly } from '#local-aws/template/index.ts'
import { FUNCTIONS, type FunctionName } from '../../../lambdas/contract/functions.ts'

const LOADER = `
const { underFaults, watchCalls } = require('./faulty-handler.cjs')
watchCalls()
exports.handler = underFaults(require('./original.cjs').handler, require('./settings.json'))
`

/**
 * Copies a synthesized application and wraps each handler for fault injection; the application's own code stays
 * unchanged. Tests select the faults to inject by files in the folder `control`, which is created if missing.
 */
export async function alterAssembly(assembly: string, folder: string, control: string): Promise<void> {
  await mkdir(control, { recursive: true })
  await cp(assembly, folder, { recursive: true })
  const wrapper = join(folder, 'faulty-handler.cjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'faulty-handler.ts')],
    outfile: wrapper,
    bundle: true,
    platform: 'node',
    target: 'node24',
    keepNames: true,
    logLevel: 'warning',
  })
  const loaded = await loadAssembly(folder)
  for (const { properties } of loaded.ofType('AWS::Lambda::Function')) {
    const name = functionOf(properties.Description)
    if (!name) continue
    const place = loaded.assetPath(keyOf(properties.Code))
    await rename(join(place, 'index.cjs'), join(place, 'original.cjs'))
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
