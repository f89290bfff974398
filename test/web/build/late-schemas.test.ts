import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ROUTES } from '../../../lambdas/contract/routes.ts'
import { late } from '../../../web/build/late-schemas.ts'
import { browserZod } from '../../../web/build/plugins.ts'
import { sampleArchive, sampleCues, sampleMe, sampleMovements, sampleProject } from '../../support/sample-data.ts'

const CONTRACT = join(import.meta.dirname, '../../../lambdas/contract/routes.ts')

/** The part of a schema that this test uses; the schemas of the bundle belong to another copy of zod. */
interface Checked {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: readonly unknown[] } }
}
type Bundled = Record<string, Record<'response', Checked> & Partial<Record<'body' | 'query', Checked>>>

let loads = 0

/** The contract as bundled for the page, and a count of the schemas built so far. */
async function loadBundled(): Promise<{ routes: Bundled; built: () => number }> {
  const { outputFiles } = await build({
    entryPoints: [CONTRACT],
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [browserZod],
    // Zod calls this hook for each schema that it builds.
    banner: { js: 'let schemasBuilt = 0; const hookedConfig = { postProcessor() { schemasBuilt += 1 } };' },
    footer: { js: 'export const countBuilt = () => schemasBuilt;' },
    define: { 'globalThis.__zod_globalConfig': 'hookedConfig' },
  })
  loads += 1
  // Identical code would be the same cached module, whose schemas an earlier test has built.
  const code = Buffer.from(`${outputFiles[0]?.text}\n// ${loads}`).toString('base64')
  const module = await import(`data:text/javascript;base64,${code}`)
  return { routes: module.ROUTES, built: module.countBuilt }
}

const ANSWERS: readonly unknown[] = [
  sampleMe,
  { entries: sampleArchive(), page: 1, pages: 1, total: 5 },
  ...sampleArchive(),
  sampleProject(3),
  { cues: sampleCues },
  { movements: sampleMovements },
]
const BODIES: readonly unknown[] = [
  { base: 1, put: [], remove: ['a'], change: { id: 'x', kind: 'text' } },
  { base: -1, put: [{ id: 'a', from: 0, to: 1, korean: '가'.repeat(1001), breaks: [], problems: [] }], remove: [] },
  { id: 'a', sentences: 1, wish: '  짧게 ' },
  { put: [{ english: 'sky', korean: '하늘' }] },
  { package: 'tokens-430' },
  { package: 'none' },
]

/** A value, and copies of it in which one property is missing or has another type. */
function damaged(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value]
  const entries = Object.entries(value)
  return [
    value,
    ...entries.flatMap(([name]) => [
      Object.fromEntries(entries.filter(([each]) => each !== name)),
      { ...value, [name]: 12.5 },
      { ...value, [name]: [{}] },
    ]),
  ]
}

function outcomeOf(schema: Checked | undefined, value: unknown) {
  const { success, data, error } = schema?.safeParse(value) ?? { success: 'no schema' }
  return { success, data, issues: error?.issues.length }
}

describe('schemas that are built at their first use', () => {
  it('accept and refuse the same responses, bodies and queries as schemas that zod builds at once', async () => {
    const { routes } = await loadBundled()
    const values = [undefined, {}, [], ...[...ANSWERS, ...BODIES].flatMap(damaged)]
    let accepted = 0
    for (const [name, route] of Object.entries(ROUTES)) {
      const schemas = {
        response: route.response,
        body: 'body' in route && route.body,
        query: 'query' in route && route.query,
      }
      for (const part of ['response', 'body', 'query'] as const) {
        const real = schemas[part]
        if (!real) continue
        const expected = values.map(value => outcomeOf(real, value))
        expect(values.map(value => outcomeOf(routes[name]?.[part], value))).toEqual(expected)
        accepted += expected.filter(({ success }) => success).length
      }
    }
    expect(accepted).toBeGreaterThan(100)
  })

  it('are not built until a response arrives, and then only those of that response', async () => {
    const { routes, built } = await loadBundled()
    // The options of two enums are read while the contract loads.
    expect(built()).toBeLessThan(5)
    routes.me?.response.safeParse(sampleMe)
    expect(built()).toBeLessThan(50)
    const once = built()
    routes.me?.response.safeParse(sampleMe)
    expect(built()).toBe(once)
  })

  it('behave like zod’s own when something other than a check reads them', () => {
    let built = 0
    const object = late((shape: z.ZodRawShape) => {
      built += 1
      return z.object(shape)
    })
    const string = late(z.string)
    const name = string()
    const schema = object({ name })
    expect(built).toBe(0)
    expect(schema).toHaveProperty('shape.name')
    expect(schema instanceof z.ZodObject).toBe(true)
    expect(z.array(z.unknown().pipe(z.custom<object>(() => true))).safeParse([schema]).success).toBe(true)
    expect(built).toBe(1)
  })

  it('name a schema that contains itself, which would otherwise overflow the stack', () => {
    const itself: { schema?: object } = {}
    const list = late(() => z.object({ first: z.custom(), ...Reflect.get(itself.schema ?? {}, 'shape') }))
    itself.schema = list()
    expect(() => Reflect.get(itself.schema ?? {}, 'parse')).toThrow('a schema contains itself')
  })
})
