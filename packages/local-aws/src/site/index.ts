import type { Functions } from '../lambda/index.ts'
import type { Handler } from '../machine/servers.ts'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { createApiGateway } from './api/index.ts'
import { readApis } from './api/routes.ts'
import { readDistributions } from './distribution.ts'
import { readDeployments, type SiteFile } from './files.ts'
import { atItsAddress, createWebsite, type Origin } from './website.ts'

export interface SiteOptions {
  assembly: Assembly
  resolver: Resolver
  hosts: HostRewriter
  functions: Functions
  /** Values of secrets, by name. */
  secrets: Record<string, string>
  /** Throttles at the rates of the template's stage, as API Gateway does. */
  throttled: boolean
  now: () => number
  /** Files that depend on this machine, by path. Each function returns what to serve for the deployed content. */
  files: Record<string, (deployed: Buffer) => Buffer>
}

interface Site {
  /** The distribution of the template, with its page and API. Without a distribution every path is a 404. */
  website: Handler
  /** The API at its own address, not behind the distribution. */
  api: Handler
}

/** Serves the distribution and the API behind it. */
export async function createSite(options: SiteOptions): Promise<Site> {
  const { assembly, resolver, hosts, functions, now } = options
  const answer = createApiGateway({
    now,
    invoke: functions.invoke,
    issuer: issuer => hosts.text(issuer),
    throttled: options.throttled,
  })
  const apis = readApis(assembly, resolver)
  const nothing: Handler = async (_, res) => void res.writeHead(404).end()
  const [first] = apis
  const api: Handler = first ? (req, res) => answer(first, req, res) : nothing
  const [distribution] = readDistributions(assembly, resolver, hosts, options.secrets)
  if (!distribution) return { website: nothing, api }

  const deployments = await readDeployments(assembly, resolver, hosts)
  const refreshes = [...deployments.values()].map(files => liveFiles(files, options.files))
  const buckets = assembly.ofType('AWS::S3::Bucket')
  const findOrigin = (domain: string): Origin => {
    const api = apis.find(one => domain.startsWith(`${one.id}.execute-api.`))
    if (api) return { handle: (req, res) => answer(api, req, res) }
    const bucket = buckets.find(one => resolver.attribute(one, 'RegionalDomainName') === domain)
    if (bucket) return { files: deployments.get(resolver.ref(bucket)) ?? new Map() }
    throw new Error(`The distribution has the origin ${domain}, which is not supported.`)
  }
  const website = atItsAddress(createWebsite({ distribution, findOrigin, now }))
  return {
    api,
    website(req, res) {
      for (const refresh of refreshes) refresh()
      return website(req, res)
    },
  }
}

/** Returns a function that updates the files that depend on this machine. */
function liveFiles(files: Map<string, SiteFile>, live: SiteOptions['files']): () => void {
  const deployed = Object.entries(live).flatMap(([path, change]) => {
    const file = files.get(path)
    return file ? [{ path, file, change }] : []
  })
  return () => {
    for (const { path, file, change } of deployed) files.set(path, { ...file, body: change(file.body) })
  }
}
