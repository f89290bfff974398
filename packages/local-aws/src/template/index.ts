import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { LocalError } from '../machine/terminal.ts'

const resourceSchema = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) })

const templateSchema = z.object({
  Resources: z.record(z.string(), resourceSchema).default({}),
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

/** A resource of a template. Its properties may contain intrinsic functions. */
export interface Resource {
  stack: string
  logicalId: string
  type: string
  properties: Record<string, unknown>
}

/** A synthesized stack. */
export interface Stack {
  name: string
  /** The region that the app sets for the stack, if any. */
  region: string | undefined
  /** By logical id. */
  resources: Map<string, Resource>
  outputs: z.infer<typeof templateSchema>['Outputs']
}

/** The output of `cdk synth`: all stacks and assets of an app. */
export interface Assembly {
  stacks: Map<string, Stack>
  resources: Resource[]
  ofType(...types: string[]): Resource[]
  /** Path of an asset, by its key in the bootstrap bucket. */
  assetPath(key: string): string
  /** Folder for derived files that can be rebuilt, such as compiled code. */
  cache: string
}

/**
 * Reads the stacks and asset manifests of a folder that `cdk synth` wrote.
 * @throws LocalError ASSEMBLY_MISSING
 */
export async function loadAssembly(folder: string): Promise<Assembly> {
  const manifest = manifestSchema.parse(
    await readJson(folder, 'manifest.json').catch((cause: unknown) => {
      throw new LocalError('ASSEMBLY_MISSING', `${folder} contains no synthesized application. Run cdk synth.`, {
        cause,
      })
    }),
  )
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
    cache: join(folder, 'cache'),
  }
}

/**
 * Finds an item by its logical id: first the exact id, then the id followed by CDK's hash, then any id with that
 * prefix.
 */
export function byLogicalId<Item>(items: Item[], idOf: (item: Item) => string, name: string): Item | undefined {
  const starting = items.filter(item => idOf(item).startsWith(name))
  return (
    starting.find(item => idOf(item) === name) ??
    starting.find(item => /^[0-9A-F]{8}$/.test(idOf(item).slice(name.length))) ??
    starting[0]
  )
}

async function loadStack(folder: string, name: string, file: string, environment = ''): Promise<Stack> {
  const { Resources, Outputs } = templateSchema.parse(await readJson(folder, file))
  const region = environment.split('/').at(-1)
  return {
    name,
    outputs: Outputs,
    region: region === 'unknown-region' ? undefined : region,
    resources: new Map(
      Object.entries(Resources).map(([logicalId, { Type, Properties }]) => [
        logicalId,
        { stack: name, logicalId, type: Type, properties: Properties },
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

/** Types that run here, or that are read in order to run another type. */
const RUN =
  /^(AWS::(DynamoDB::GlobalTable|S3::Bucket|Lambda::Function|IAM::(Role|Policy)|Events::Rule|StepFunctions::StateMachine|ApiGatewayV2::(Api|Stage|Route|Integration|Authorizer)|CloudFront::(Distribution|Function|ResponseHeadersPolicy)|Cognito::(UserPool|UserPoolClient|UserPoolDomain|UserPoolIdentityProvider)|SES::EmailIdentity)|Custom::CDKBucketDeployment)$/

/** Types without any effect on one machine: access from outside, logs, caches. */
const WITHOUT_EFFECT =
  /^AWS::(S3::BucketPolicy|Lambda::(Permission|LayerVersion)|Logs::.*|CloudFront::OriginAccessControl|Cognito::ManagedLoginBranding)$/

/** Types in the template that have no effect here but would on AWS, sorted. They are logged at the start. */
export function typesNotRun(assembly: Assembly): string[] {
  const types = new Set(assembly.resources.map(resource => resource.type))
  return [...types].filter(type => !RUN.test(type) && !WITHOUT_EFFECT.test(type)).sort()
}
