import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
})

const templateSchema = z.object({
  Resources: z.record(z.string(), resourceSchema).default({}),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown() })).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() }))
    .default({}),
})

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().optional(),
      properties: z.object({ templateFile: z.string().optional(), file: z.string().optional() }).optional(),
    }),
  ),
})

const assetsSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string().optional(), packaging: z.string().optional() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
})

/** A resource as the template writes it; its properties may hold intrinsic functions. */
export interface Resource {
  stack: string
  logicalId: string
  type: string
  properties: Record<string, unknown>
}

/** A synthesized stack. */
export interface Stack extends Omit<z.infer<typeof templateSchema>, 'Resources'> {
  name: string
  /** The region that the app fixed for the stack, if it did. */
  region: string | undefined
  resources: Map<string, Resource & { condition: string | undefined }>
}

/** A folder that `cdk synth` (or `app.synth()`) wrote. */
export interface Assembly {
  stacks: Map<string, Stack>
  resources: Resource[]
  ofType(...types: string[]): Resource[]
  /** The file or folder behind the key that an asset has in the bootstrap bucket. */
  assetPath(key: string): string
}

/** Reads every stack of a synthesized app and where its assets lie. */
export async function loadAssembly(folder: string): Promise<Assembly> {
  const manifest = manifestSchema.parse(await readJson(folder, 'manifest.json'))
  const stacks = new Map<string, Stack>()
  const assets = new Map<string, string>()
  for (const [name, artifact] of Object.entries(manifest.artifacts)) {
    if (artifact.type === 'aws:cloudformation:stack' && artifact.properties?.templateFile)
      stacks.set(name, await loadStack(folder, name, artifact.properties.templateFile, artifact.environment))
    if (artifact.type === 'cdk:asset-manifest' && artifact.properties?.file)
      for (const [key, path] of await loadAssets(folder, artifact.properties.file)) assets.set(key, path)
  }
  const resources = [...stacks.values()].flatMap(stack => [...stack.resources.values()])
  return {
    stacks,
    resources,
    ofType: (...types) => resources.filter(resource => types.includes(resource.type)),
    assetPath(key) {
      const path = assets.get(key)
      if (!path) throw new Error(`The synthesized app has no asset with the key ${key}.`)
      return path
    },
  }
}

/** The one of a list with this logical id, else the one whose id is it and CDK's hash, else the first that starts so. */
export function byLogicalId<Item>(items: Item[], idOf: (item: Item) => string, name: string): Item | undefined {
  const starting = items.filter(item => idOf(item).startsWith(name))
  return (
    starting.find(item => idOf(item) === name) ??
    starting.find(item => /^[0-9A-F]{8}$/.test(idOf(item).slice(name.length))) ??
    starting[0]
  )
}

async function loadStack(folder: string, name: string, file: string, environment = ''): Promise<Stack> {
  const { Resources, ...template } = templateSchema.parse(await readJson(folder, file))
  const region = environment.split('/').at(-1)
  return {
    ...template,
    name,
    region: region === 'unknown-region' ? undefined : region,
    resources: new Map(
      Object.entries(Resources).map(([logicalId, { Type, Properties, Condition }]) => [
        logicalId,
        { stack: name, logicalId, type: Type, properties: Properties, condition: Condition },
      ]),
    ),
  }
}

async function loadAssets(folder: string, file: string): Promise<[string, string][]> {
  const { files } = assetsSchema.parse(await readJson(folder, file))
  return Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }): [string, string] => [
      objectKey,
      resolve(folder, source.path ?? ''),
    ]),
  )
}

async function readJson(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'))
}
