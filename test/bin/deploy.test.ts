import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type DeployDeps, deploy } from '../../bin/deploy/deploy.ts'
import { lastLook } from '../../bin/deploy/last-look.ts'
import type { Finding, State } from '../../bin/preflight/finding.ts'

const finding = (state: State): Finding => ({ what: 'x', state, found: 'x' })

/** Deploys with the given results of the steps and returns which of them ran. */
async function deployed(ends: { preflight?: State; synth?: number; cdk?: number; look?: State }) {
  const ran: string[] = []
  const deps: DeployDeps = {
    preflight: async () => {
      ran.push('preflight')
      return [finding(ends.preflight ?? 'ok')]
    },
    cdk: async (...args) => {
      ran.push(args.join(' '))
      return (args[0] === 'synth' ? ends.synth : ends.cdk) ?? 0
    },
    lastLook: async () => {
      ran.push('last look')
      return [finding(ends.look ?? 'ok')]
    },
    print: () => undefined,
  }
  return { code: await deploy(deps, ['--require-approval', 'never']), ran }
}

const SYNTH = 'synth --quiet --output cdk.out'
const DEPLOY = 'deploy --all --app cdk.out --outputs-file outputs.json --require-approval never'

describe('npm run deploy', () => {
  it('is preflight, synthesis, the deployment of what was synthesized, and a last look', async () => {
    expect(await deployed({})).toEqual({ code: 0, ran: ['preflight', SYNTH, DEPLOY, 'last look', 'preflight'] })
  })

  it('deploys nothing if something is missing', async () => {
    expect(await deployed({ preflight: 'missing' })).toEqual({ code: 1, ran: ['preflight'] })
  })

  it('deploys if something is unknown or only needed later', async () => {
    for (const state of ['later', 'unknown'] as const) expect((await deployed({ preflight: state })).code).toBe(0)
  })

  it('stops at the step that fails, with its exit code', async () => {
    expect(await deployed({ synth: 3 })).toEqual({ code: 3, ran: ['preflight', SYNTH] })
    expect(await deployed({ cdk: 2 })).toEqual({ code: 2, ran: ['preflight', SYNTH, DEPLOY] })
    expect((await deployed({ look: 'missing' })).code).toBe(1)
  })
})

/** Simulates a deployed service; `authorize` is where the hosted sign-in redirects a visitor. */
async function played(what: { authorize: string; me?: number; page?: number; siteUrl?: string }) {
  const { authorize, me = 401, page = 200 } = what
  const server = createServer((req, res) => {
    const path = req.url?.split('?')[0]
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    if (path === '/') res.writeHead(page, { 'content-security-policy': 'x', 'strict-transport-security': 'x' })
    if (path === '/api/me') res.writeHead(me)
    if (path === '/oauth2/authorize') res.writeHead(302, { location: authorize })
    const config = { userPoolClientId: 'client', signInDomain: host, providers: ['Google'] }
    res.end(path === '/config.json' ? JSON.stringify(config) : '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const SiteUrl = what.siteUrl ?? site
  const Distribution = site.replace('http://', '')
  const outputs = { JamakApp: { SiteUrl, Distribution, ProviderRedirectUri: 'https://x' } }
  // The service requires https, but the simulated one has none.
  return lastLook(outputs, (input, init) => fetch(String(input).replace(/^https:/, 'http:'), init))
}
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

describe('the final check', () => {
  it('finds the page, its settings, the API and every provider’s sign-in', async () => {
    const findings = await played({ authorize: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=x' })
    expect(findings.map(({ what, state }) => `${what}: ${state}`)).toEqual([
      'Page: ok',
      'Settings of the page: ok',
      'API: ok',
      'Sign-in with Google: ok',
    ])
  })

  it('does not fail a deployment whose own domain has no DNS record yet, but checks the distribution instead', async () => {
    const findings = await played({
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=x',
      siteUrl: 'https://jamak.invalid',
    })
    expect(findings.map(({ what, state }) => `${what}: ${state}`)).toEqual([
      'Domain: later',
      'Page: ok',
      'Settings of the page: ok',
      'API: ok',
      'Sign-in with Google: ok',
    ])
    expect(findings[0]?.next).toContain('CNAME')
  })

  it('fails if neither the domain nor the distribution has the page', async () => {
    const findings = await played({ authorize: 'x', siteUrl: 'https://jamak.invalid', page: 500 })
    expect(findings.find(({ what }) => what === 'Page')).toMatchObject({ state: 'missing' })
  })

  it('reports an API that admits unauthenticated calls, and a sign-in that Cognito refuses', async () => {
    const findings = await played({
      me: 200,
      authorize: 'https://jamak.kr/signed-in?error=invalid_request&error_description=no+provider',
    })
    expect(findings.filter(({ state }) => state === 'missing').map(({ found }) => found)).toEqual([
      '200 to a visitor, expected 401',
      'refused: no provider',
    ])
  })
})
