import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPermissions, createPolicies } from './aws/permissions.ts'
import { secretValues } from './aws/secrets.ts'
import type { Access } from './aws/service.ts'
import { signInOverHttp } from './cognito/sign-in-flow.ts'
import { ENGLISH_SIGN_IN } from './cognito/texts.ts'
import { createDeliveries } from './eventbridge/deliveries.ts'
import { createEventBus } from './eventbridge/index.ts'
import { readFunctions } from './lambda/index.ts'
import { lockData, OPERATOR, openInstallation } from './machine/installation.ts'
import { type Handler, openServers } from './machine/servers.ts'
import { createCloudLog } from './machine/terminal.ts'
import type { ClientSettings, LocalAws, LocalAwsOptions } from './options.ts'
import { createOrigin, openServices } from './services.ts'
import { ENGLISH_MAILBOX } from './ses/texts.ts'
import { createSite } from './site/index.ts'
import { createStepFunctions } from './step-functions/index.ts'
import { openStorage } from './storage/index.ts'
import { rewriterFor, signInUrl } from './template/hosts.ts'
import { byLogicalId, loadAssembly, typesNotRun } from './template/index.ts'
import { createResolver } from './template/resolve.ts'

/** Consent items that every application at Kakao may switch on; the email address requires a business application. */
const NEW_KAKAO_APPLICATION = ['profile_nickname', 'profile_image']

const ENGLISH = { signIn: ENGLISH_SIGN_IN, mailbox: ENGLISH_MAILBOX }

/**
 * Runs a synthesized application on this machine: tables, buckets, functions, routes, rules, state machines, sign-in and
 * site, all as its template defines them. Throws DataInUseError, PortTakenError, and an error that names the resource if
 * the template uses a feature that is not supported.
 */
export async function startLocalAws(options: LocalAwsOptions): Promise<LocalAws> {
  // Lambda's clock is UTC, and a worker thread cannot have its own time zone.
  process.env.TZ = 'UTC'
  await using opened = new AsyncDisposableStack()
  const { folder, env = {}, name = 'The application' } = options
  const now = () => (options.clock ?? Date).now()
  const { line: log, lines: logs } = createCloudLog(options.quiet ?? false)
  const waitScale = options.waitScale ?? 1
  const installation = await openInstallation(folder)
  opened.defer(lockData(folder))
  const dataFolder = async (folderName: string): Promise<string> => {
    const path = join(folder, folderName)
    await mkdir(path, { recursive: true })
    return path
  }

  // The template, its permissions, and its hosts on this machine.
  const assembly = await loadAssembly(options.assembly)
  const notRun = typesNotRun(assembly)
  if (notRun.length > 0) log(`Without effect on this machine: ${notRun.length} resource types, such as ${notRun[0]}.`)
  const resolver = createResolver(assembly)
  const policies = createPolicies(assembly, resolver)
  const permissions = createPermissions(policies.statementsOf)
  const isGranted = (caller: string, access: Access): boolean => {
    const granted = permissions.isAllowed(caller, access)
    if (granted) options.onAccess?.(caller, access)
    return granted
  }
  const isAllowed = (caller: string, access: Access): boolean => caller === OPERATOR || isGranted(caller, access)
  const isRoleAllowed = (roleArn: string, action: string, resource: string): boolean => {
    const role = policies.roleByArn(roleArn)
    return role !== undefined && isGranted(role.logicalId, { action, resource })
  }
  const servers = await openServers(options.port, name, log)
  opened.defer(servers.close)
  const { siteUrl, awsUrl } = servers
  const hosts = rewriterFor(assembly, resolver, { siteUrl, awsUrl, rules: options.hosts?.(awsUrl) })
  const parts = { assembly, resolver, hosts, installation, now, log }

  // The bus is created before everything that puts events on it. Its targets are connected below.
  const bus = createEventBus({ ...parts, schedules: options.schedules })
  opened.defer(bus.stop)
  const storage = await openStorage({ ...parts, onEvent: bus.put })
  opened.defer(storage.close)

  const functions = await readFunctions({
    ...parts,
    awsUrl,
    waitScale,
    concurrency: options.lambdaConcurrency,
    codeFolder: options.codeFolder,
    programs: options.programs ?? [],
    log: (functionName, line) => log(`${functionName} | ${line}`),
  })
  opened.defer(functions.stop)
  // A policy that cannot be evaluated fails now, not at the function's first call.
  for (const logicalId of functions.logicalIds) permissions.check(logicalId)
  const stepFunctions = createStepFunctions({
    ...parts,
    folder,
    waitScale,
    timeLimit: options.timeLimit,
    onStatus: bus.put,
    isAllowed: isRoleAllowed,
    invoke: functions.invoke,
  })
  opened.defer(stepFunctions.stop)
  const deliver = createDeliveries({
    invoke: functions.invokeAsync,
    startExecution: stepFunctions.start,
    isAllowed: isRoleAllowed,
    log,
  })
  bus.deliverTo(deliver)

  // The other services, those of the application included, and the two origins.
  const { kakaoItems = NEW_KAKAO_APPLICATION, loginHints = {}, texts = ENGLISH } = options
  const services = await openServices({
    ...parts,
    folder,
    dataFolder,
    env,
    kakaoItems,
    loginHints,
    texts,
    awsUrl,
    opened,
  })
  const extension =
    (await options.extend?.({
      siteUrl,
      siteServer: servers.site,
      awsUrl,
      storage,
      putEvent: bus.put,
      dataFolder,
      now,
      log,
    })) ?? {}
  opened.defer(() => extension.close?.())
  const secrets = secretValues(assembly, resolver, env)
  const { website, api } = await createSite({
    ...parts,
    functions,
    files: options.siteFiles ?? {},
    secrets,
    throttled: options.apiThrottling ?? false,
  })
  const { site } = extension
  const withExtension: Handler = site
    ? async (req, res) => void ((await site(req, res)) || (await website(req, res)))
    : website
  servers.serve(withExtension, createOrigin({ ...parts, services, extension, storage, stepFunctions, api, isAllowed }))

  if (options.schedules) opened.defer(sweepHourly(storage.sweep, now, log))
  // Closing runs in reverse order: what produces work stops before what it uses, so these three close first, too.
  opened.defer(servers.close)
  opened.defer(functions.stop)
  opened.defer(stepFunctions.stop)
  const resumed = stepFunctions.resume()
  if (resumed > 0) log(`Resumed executions: ${resumed}`)

  const region = resolver.region([...assembly.stacks.keys()][0] ?? '')
  const credentials = { accessKeyId: OPERATOR, secretAccessKey: installation.secretOf(OPERATOR) }
  const clientSettings: ClientSettings = { endpoint: awsUrl, region, credentials, forcePathStyle: true }
  const everything = opened.move()
  return {
    siteUrl,
    awsUrl,
    region,
    emails: services.ses.messages,
    invoke: functions.invoke,
    reloadFunctions: functions.reload,
    putEvent: bus.put,
    executions: () => stepFunctions.list().map(one => ({ ...one, history: () => stepFunctions.history(one.arn) })),
    runRule: bus.runRule,
    setRuleEnabled: bus.setEnabled,
    sweep: storage.sweep,
    clientSettings,
    client: Client => new Client(clientSettings),
    physicalName(prefix) {
      const resource = byLogicalId(assembly.resources, one => one.logicalId, prefix)
      if (!resource) throw new Error(`The template has no resource named ${prefix}.`)
      return resolver.ref(resource)
    },
    signIn(account) {
      const pool = services.signIn?.pool
      const callbackUrl = pool?.callbackUrls[0]
      if (!pool || !callbackUrl) throw new Error('The template has no sign-in.')
      const page = { issuer: signInUrl(awsUrl), clientId: pool.clientId, callbackUrl, scopes: pool.scopes }
      return signInOverHttp(page, account)
    },
    logs,
    services: { ...storage, ses: services.ses },
    stop: () => everything.disposeAsync(),
  }
}

/** Sweeps now and every hour; AWS does it about once a day. Returns the function that ends it. */
function sweepHourly(
  sweep: (now: number) => Promise<void>,
  now: () => number,
  log: (line: string) => void,
): () => Promise<void> {
  const run = () => sweep(now()).catch((error: unknown) => log(`The sweep failed: ${String(error)}`))
  let last = run()
  const timer = setInterval(() => {
    last = run()
  }, 3_600_000).unref()
  return async () => {
    clearInterval(timer)
    // The stores close afterwards.
    await last
  }
}
