import { mkdir, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import * as z from 'zod'
import type { Installation } from '../machine/installation.ts'
import type { HostRewriter } from '../template/hosts.ts'
import { type Assembly, byLogicalId, type Resource } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { type Concurrency, createConcurrency } from './concurrency.ts'
import { FunctionError } from './errors.ts'
import { createFunction, type LocalFunction } from './lambda.ts'

interface FunctionsOptions {
  assembly: Assembly
  resolver: Resolver
  hosts: HostRewriter
  installation: Installation
  awsUrl: string
  /** Folders that precede the functions' PATH. */
  programs?: readonly string[]
  /** Folder to load a function from, in place of its bundle's in the assembly. */
  codeFolder?: (bundle: string) => string
  /** Scales the delays before a failed asynchronous event is retried. */
  waitScale: number
  /** Maximum concurrent executions of all functions. Default: AWS's default. */
  concurrency?: number | undefined
  /** Receives each line that a function prints. */
  log(functionName: string, line: string): void
}

export interface Functions {
  logicalIds: string[]
  /**
   * Finds a function by its ARN, name or a prefix of its logical id.
   * @throws FunctionError
   */
  find(name: string): LocalFunction
  /**
   * Returns the handler's result. `onBegin` is called once a thread is available; on AWS that takes no time.
   * @throws FunctionError or ThrottledError, or AbortError once the function has stopped
   */
  invoke(name: string, event: unknown, onBegin?: () => void): Promise<unknown>
  /** Runs an asynchronous event, which Lambda retries twice if it fails. Resolves after the first attempt. */
  invokeAsync(name: string, event: unknown): Promise<void>
  /** Makes the functions of these folders load their code again before the next event. */
  reload(folders: ReadonlySet<string>): void
  stop(): Promise<void>
}

const functionSchema = z.object({
  Runtime: z.string().optional(),
  Handler: z.string().optional(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).default({ Variables: {} }),
  LoggingConfig: z.object({ LogFormat: z.string().optional() }).default({}),
  Code: z.object({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
})

/** Reads the Node.js functions of the template. CDK's own Python helpers have no effect on this machine. */
export async function readFunctions(options: FunctionsOptions): Promise<Functions> {
  const functions: LocalFunction[] = []
  const concurrency = createConcurrency(options.concurrency)
  for (const resource of options.assembly.ofType('AWS::Lambda::Function')) {
    const { Runtime } = resource.properties
    if (typeof Runtime === 'string' && Runtime.startsWith('nodejs'))
      functions.push(await readFunction(resource, options, concurrency))
  }
  const ids = functions.map(one => one.settings.logicalId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`Two stacks have a function ${twice}. Logical ids of functions must be unique here.`)

  const find = (name: string): LocalFunction => {
    const found =
      functions.find(({ settings }) => settings.arn === name || settings.name === name) ??
      byLogicalId(functions, one => one.settings.logicalId, name)
    if (!found)
      throw new FunctionError({
        errorType: 'ResourceNotFoundException',
        errorMessage: `No function ${name}`,
        trace: [],
      })
    return found
  }
  return {
    logicalIds: ids,
    find,
    invoke: async (name, event, onBegin) => find(name).invoke(event, onBegin),
    invokeAsync: async (name, event) => find(name).invokeAsync(event),
    reload(folders) {
      for (const one of functions) if (folders.has(one.settings.folder)) one.reload()
    },
    stop: async () => void (await Promise.all(functions.map(one => one.stop()))),
  }
}

async function readFunction(
  resource: Resource,
  options: FunctionsOptions,
  concurrency: Concurrency,
): Promise<LocalFunction> {
  const { resolver, assembly, hosts, installation } = options
  const { logicalId } = resource
  const settings = resolver.read(resource, functionSchema)
  const { S3Key, ZipFile } = settings.Code
  const bundle = S3Key ? assembly.assetPath(S3Key) : await inlineCode(installation.folder, logicalId, ZipFile ?? '')
  const folder = options.codeFolder?.(bundle) ?? bundle
  const name = resolver.ref(resource)
  const variables = hosts.value(settings.Environment.Variables)
  const functionSettings = {
    logicalId,
    name,
    arn: resolver.attribute(resource, 'Arn'),
    folder,
    handler: settings.Handler ?? 'index.handler',
    timeoutSeconds: settings.Timeout,
    memory: settings.MemorySize,
    logsJson: settings.LoggingConfig.LogFormat === 'JSON',
    environment: {
      ...machineVariables(options.programs ?? []),
      ...variables,
      AWS_REGION: resolver.region(resource.stack),
      AWS_DEFAULT_REGION: resolver.region(resource.stack),
      AWS_ENDPOINT_URL: options.awsUrl,
      AWS_ACCESS_KEY_ID: logicalId,
      AWS_SECRET_ACCESS_KEY: installation.secretOf(logicalId),
      // Prevents the functions from using an AWS account that is configured on this machine.
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.MemorySize),
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: folder,
      // Compiling a bundle costs a new thread more than loading it.
      NODE_COMPILE_CACHE: join(assembly.cache, 'code'),
      TZ: 'UTC',
    },
    log: (line: string) => options.log(name, line),
  }
  return createFunction(functionSettings, { waitScale: options.waitScale, concurrency })
}

/** Variables that locate programs and temporary files on this machine. */
function machineVariables(programs: readonly string[]): Record<string, string> {
  const names = ['PATH', 'Path', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'HOME', 'USERPROFILE']
  const entries = names.map(name => [name, process.env[name]] as const)
  const found = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return Object.fromEntries(
    found.map(([name, value]) => [name, /^path$/i.test(name) ? [...programs, value].join(delimiter) : value]),
  )
}

/** Writes inline code of the template to a folder from which it loads like a bundle. */
async function inlineCode(folder: string, logicalId: string, code: string): Promise<string> {
  const place = resolve(folder, 'inline-code', logicalId)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'index.js'), code)
  return place
}
