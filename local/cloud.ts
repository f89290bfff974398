import { join } from 'node:path'
import { createPermissions } from './aws/permissions.ts'
import { createPolicies } from './aws/policies.ts'
import type { Access } from './aws/service.ts'
import type { Cloud, CloudOptions } from './cloud/options.ts'
import { createOrigin } from './cloud/origin.ts'
import { openServices } from './cloud/services.ts'
import { createDeliveries } from './events/deliveries.ts'
import { createEventBus, type EventBus } from './events/index.ts'
import { readFunctions } from './functions/index.ts'
import { lockData } from './machine/data-lock.ts'
import { OPERATOR, openInstallation } from './machine/installation.ts'
import { createCloudLog } from './machine/log.ts'
import { openServers } from './machine/servers.ts'
import { signInOverHttp } from './sign-in/sign-in-flow.ts'
import { createSite } from './site/index.ts'
import { openStorage } from './storage/index.ts'
import { rewriterFor, signInUrl, tossUrl } from './template/host-rules.ts'
import { byLogicalId, loadAssembly } from './template/index.ts'
import { createResolver } from './template/resolve.ts'
import { unusedTypes } from './template/unused-types.ts'
import { areTossTestKeys } from './toss/index.ts'
import { createStepFunctions } from './workflow/index.ts'
import { installYtDlp, standsInForYoutube } from './youtube/index.ts'

export type { Cloud, CloudOptions } from './cloud/options.ts'
export { DataInUseError } from './machine/data-lock.ts'
export { PortTakenError } from './machine/servers.ts'

/**
 * Runs a synthesized application on this machine: its tables, bucket, functions, routes, rules, state machines, sign-in
 * and site, all as the template says. What the template does not say is not here.
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

  // The template, and what its names become on this machine.
  const assembly = await loadAssembly(options.assembly)
  const unused = unusedTypes(assembly)
  if (unused.length > 0) log(`이 컴퓨터에서는 하는 일이 없는 것: ${unused.join(', ')}`)
  const resolver = createResolver(assembly)
  const policies = createPolicies(assembly, resolver)
  const permissions = createPermissions(policies.statementsOf)
  const isAllowed = (caller: string, access: Access): boolean =>
    caller === OPERATOR || permissions.isAllowed(caller, access)
  const isRoleAllowed = (roleArn: string, action: string, resource: string): boolean => {
    const role = policies.roleByArn(roleArn)
    return role !== undefined && permissions.isAllowed(role.logicalId, { action, resource })
  }
  const servers = await openServers(options.port, log)
  opened.defer(servers.close)
  const { siteUrl, awsUrl } = servers
  const youtube = standsInForYoutube(options.env)
  const toss = !areTossTestKeys(options.env.TOSS_CLIENT_KEY, options.env.SECRET_TOSS)
  if (!toss) log('결제는 토스페이먼츠의 테스트 환경에서 해요. 실제로 돈이 나가지는 않아요.')
  const hosts = rewriterFor(assembly, resolver, { siteUrl, awsUrl, toss, youtube })
  const parts = { assembly, resolver, hosts, installation, now, log }

  // Data; what happens to it is told on the bus.
  let bus: EventBus | undefined
  const onEvent: EventBus['put'] = event => bus?.put(event)
  const storage = await openStorage({ ...parts, onEvent })
  opened.defer(storage.close)

  // Functions, state machines, events.
  const functions = await readFunctions({
    ...parts,
    awsUrl,
    programs: youtube ? [await installYtDlp(join(options.folder, 'programs'), options.youtubeSamples)] : [],
    log: (name, line) => log(`${name} | ${line}`),
  })
  opened.defer(functions.stop)
  // A policy that cannot be evaluated here is told now, not at the first call.
  functions.logicalIds.forEach(policies.statementsOf)
  const stepFunctions = createStepFunctions({
    ...parts,
    folder: options.folder,
    waitScale,
    timeoutSeconds: options.executionTimeoutSeconds,
    onStatus: onEvent,
    isAllowed: isRoleAllowed,
    invoke: functions.invoke,
  })
  opened.defer(stepFunctions.stop)
  const deliveries = createDeliveries({ ...parts, functions, stepFunctions, isAllowed: isRoleAllowed, waitScale })
  opened.defer(deliveries.stop)
  bus = createEventBus({ ...parts, deliver: deliveries.deliver, schedules: options.schedules })
  opened.defer(bus.stop)

  // Everything else that is a host of AWS or of a partner.
  const services = await openServices({ ...parts, cloud: options, storage, siteUrl, awsUrl, opened })
  const local = () => {
    const { speech, translation, reason } = services.engines() ?? {}
    const notice = [reason, services.youtube?.notice].filter(Boolean).join(' ') || undefined
    const engines = speech && translation ? { speech, translation, notice } : undefined
    return { ...(toss && { tossScriptUrl: `${tossUrl(awsUrl)}/v1/payment-widget` }), engines }
  }
  const site = await createSite({ ...parts, functions, local })
  servers.serve(site, createOrigin({ ...parts, services, storage, stepFunctions, isAllowed }))

  if (options.schedules) opened.defer(sweepHourly(storage.sweep, now, log))
  // What may still be at work stops before what it works with.
  opened.defer(servers.close)
  opened.defer(functions.stop)
  opened.defer(stepFunctions.stop)
  const resumed = stepFunctions.resume()
  if (resumed > 0) log(`끊겼던 작업 ${resumed}개를 이어서 해요.`)

  const region = resolver.region([...assembly.stacks.keys()][0] ?? '')
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
    executions: () => stepFunctions.list().map(one => ({ ...one, history: stepFunctions.history(one.arn) })),
    runRule: bus.runRule,
    setRuleEnabled: bus.setEnabled,
    sweep: storage.sweep,
    client(Client) {
      const credentials = { accessKeyId: OPERATOR, secretAccessKey: installation.secretOf(OPERATOR) }
      return new Client({ endpoint: awsUrl, region, credentials, forcePathStyle: true })
    },
    physicalName(prefix) {
      const resource = byLogicalId(assembly.resources, one => one.logicalId, prefix)
      if (!resource) throw new Error(`No resource of the template is named ${prefix}.`)
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
      youtube: services.youtube,
    },
    stop: () => everything.disposeAsync(),
  }
}

/** Cleans up now and every hour; AWS does it once a day or so. Gives what ends it. */
function sweepHourly(
  sweep: (now: number) => Promise<void>,
  now: () => number,
  log: (line: string) => void,
): () => void {
  const run = () => sweep(now()).catch((error: unknown) => log(`clean-up: ${String(error)}`))
  void run()
  const timer = setInterval(run, 3_600_000).unref()
  return () => clearInterval(timer)
}
