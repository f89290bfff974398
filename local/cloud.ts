import { join } from 'node:path'
import { createPermissions, createPolicies } from '#local-aws/aws/permissions.ts'
import { secretValues } from '#local-aws/aws/secrets.ts'
import type { Access } from '#local-aws/aws/service.ts'
import { signInOverHttp } from '#local-aws/cognito/sign-in-flow.ts'
import { createDeliveries } from '#local-aws/eventbridge/deliveries.ts'
import { createEventBus } from '#local-aws/eventbridge/index.ts'
import { readFunctions } from '#local-aws/lambda/index.ts'
import { lockData, OPERATOR, openInstallation } from '#local-aws/machine/installation.ts'
import { openServers } from '#local-aws/machine/servers.ts'
import { createCloudLog } from '#local-aws/machine/terminal.ts'
import { createSite } from '#local-aws/site/index.ts'
import { createStepFunctions } from '#local-aws/step-functions/index.ts'
import { openStorage } from '#local-aws/storage/index.ts'
import { rewriterFor, signInUrl, tossUrl } from '#local-aws/template/hosts.ts'
import { byLogicalId, loadAssembly, typesNotRun } from '#local-aws/template/index.ts'
import { createResolver } from '#local-aws/template/resolve.ts'
import type { ClientSettings, Cloud, CloudOptions } from './cloud/options.ts'
import { createOrigin, openServices } from './cloud/services.ts'
import { areTossTestKeys } from './toss/index.ts'
import { installYtDlp, standsInForYoutube } from './youtube/index.ts'

export { DataInUseError } from '#local-aws/machine/installation.ts'
export { PortTakenError } from '#local-aws/machine/servers.ts'
export type { Cloud, CloudOptions } from './cloud/options.ts'

/**
 * Runs a synthesized application on this machine: tables, bucket, functions, routes, rules, state machines, sign-in and
 * site, all as its template defines them. Throws DataInUseError, PortTakenError, and an error that names the resource if
 * the template uses a feature that the local cloud does not know.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  // Lambda's clock is UTC, and a worker thread cannot have a time zone of its own.
  process.env.TZ = 'UTC'
  await using opened = new AsyncDisposableStack()
  const now = () => (options.clock ?? Date).now()
  const { line: log, lines: logs } = createCloudLog(options.quiet ?? false)
  const waitScale = options.waitScale ?? 1
  const installation = await openInstallation(options.folder)
  opened.defer(lockData(options.folder))

  // The template, its permissions, and its hosts on this machine.
  const assembly = await loadAssembly(options.assembly)
  const notRun = typesNotRun(assembly)
  if (notRun.length > 0) log('Alarms, dashboards and what else has no stand-in are left out: docs/local.md.')
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
  const servers = await openServers(options.port, log)
  opened.defer(servers.close)
  const { siteUrl, awsUrl } = servers
  const youtube = standsInForYoutube(options.env)
  const toss = !areTossTestKeys(options.env.TOSS_CLIENT_KEY, options.env.SECRET_TOSS)
  if (!toss) log('Payments go to the test environment of Toss Payments. No money moves.')
  const hosts = rewriterFor(assembly, resolver, { siteUrl, awsUrl, toss, youtube })
  const parts = { assembly, resolver, hosts, installation, now, log }

  // The bus comes before everything that puts events on it; its targets are connected below.
  const bus = createEventBus({ ...parts, schedules: options.schedules })
  opened.defer(bus.stop)
  const storage = await openStorage({ ...parts, onEvent: bus.put })
  opened.defer(storage.close)

  const functions = await readFunctions({
    ...parts,
    awsUrl,
    waitScale,
    concurrency: options.lambdaConcurrency,
    programs: youtube ? [await installYtDlp(join(options.folder, 'programs'), options.youtubeSamples)] : [],
    log: (name, line) => log(`${name} | ${line}`),
  })
  opened.defer(functions.stop)
  // Fails now, not at a function's first call, on a policy that cannot be evaluated.
  for (const logicalId of functions.logicalIds) permissions.check(logicalId)
  const stepFunctions = createStepFunctions({
    ...parts,
    folder: options.folder,
    waitScale,
    timeoutSeconds: options.executionTimeoutSeconds,
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

  // The other services of AWS and the partners, and the two origins.
  const services = await openServices({ ...parts, cloud: options, storage, siteUrl, awsUrl, opened })
  const local = () => {
    const { speech, translation, reason } = services.engines() ?? {}
    const notice = [reason, services.youtube?.notice].filter(Boolean).join(' ') || undefined
    const engines = speech && translation ? { speech, translation, notice } : undefined
    return { ...(toss && { tossScriptUrl: `${tossUrl(awsUrl)}/v1/payment-widget` }), engines }
  }
  const secrets = secretValues(assembly, resolver, options.env)
  const { website, api } = await createSite({
    ...parts,
    functions,
    local,
    secrets,
    throttled: options.apiThrottling ?? false,
  })
  servers.serve(website, createOrigin({ ...parts, services, storage, stepFunctions, api, isAllowed }))

  if (options.schedules) opened.defer(sweepHourly(storage.sweep, now, log))
  // Closing runs backwards: sources of work stop before what they work with, so these three are closed first, too.
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
    get engines() {
      return services.engines()
    },
    mails: services.ses.messages,
    invoke: functions.invoke,
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
    signIn(person) {
      const pool = services.signIn?.pool
      const callbackUrl = pool?.callbackUrls[0]
      if (!pool || !callbackUrl) throw new Error('The template has no sign-in.')
      const page = { issuer: signInUrl(awsUrl), clientId: pool.clientId, callbackUrl, scopes: pool.scopes }
      return signInOverHttp(page, person)
    },
    logs,
    services: {
      ...storage,
      ses: services.ses,
      transcribe: services.transcribe,
      translate: services.translate,
      bedrock: services.bedrock,
      youtube: services.youtube,
    },
    stop: () => everything.disposeAsync(),
  }
}

/** Sweeps now and every hour; AWS does it about once a day. Returns the function that ends it. */
function sweepHourly(
  sweep: (now: number) => Promise<void>,
  now: () => number,
  log: (line: string) => void,
): () => void {
  const run = () => sweep(now()).catch((error: unknown) => log(`The sweep failed: ${String(error)}`))
  void run()
  const timer = setInterval(run, 3_600_000).unref()
  return () => clearInterval(timer)
}
