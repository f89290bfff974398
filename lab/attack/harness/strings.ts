import type { CallParts } from '../../../bin/demo/api-client.ts'
import { ROUTES, type Route, type RouteName } from '../../../lambdas/contract/routes.ts'
import { validBody } from '../../../test/support/valid-bodies.ts'
import { rawCall, visitor } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
import type { Attacked } from './media.ts'
import type { AttackedService } from './service.ts'

/** Texts known to break programs. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '../../etc/passwd',
  '%2e%2e%2f',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '$' + '{jndi:ldap://x}',
  '$' + '{filename}',
  '{{7*7}}',
  'a\r\nBcc: victim@example.com',
  '\u202egnp.exe',
  '\ud800',
  '👩‍👩‍👧‍👦'.repeat(50),
  '가'.repeat(400),
  'a'.repeat(5000),
  '__proto__',
  'constructor',
  '$ne',
  '-1',
  '1e309',
  'NaN',
  '2026-02-30T25:61:61Z',
  'https://youtu.be/jamak-hello@evil.example',
  'http://169.254.169.254/latest/meta-data',
  '=cmd|calc!A1',
  '\ufeff',
  '\u2028',
  '*'.repeat(60),
] as const
const ODD_VALUES = [null, true, -1, 0, 1.5, 1e308, [], {}, [[]], { $ne: 1 }, JSON.parse('{"__proto__":{"a":1}}')]

const isRoute = (name: string): name is RouteName => Object.hasOwn(ROUTES, name)
const ROUTE_NAMES = Object.keys(ROUTES).filter(isRoute)

/**
 * Sends `most` requests to random routes, with hostile texts and odd values in some fields and in every path and query
 * parameter.
 */
export async function tryStrings(service: AttackedService, chance: Chance, most: number): Promise<Attacked> {
  const { cloud } = service
  const broken: string[] = []
  let [passed, unsent] = [0, 0]
  let person = await visitor(cloud, `borders-${chance.below(1_000_000)}`)
  const routes = ROUTE_NAMES.filter(name => name !== 'leave' && name !== 'closeAllSessions')
  for (let count = 0; count < most; count += 1) {
    if (count % 60 === 59) person = await visitor(cloud, `borders-${chance.below(1_000_000)}`)
    const name = chance.pick(routes)
    const parts = hostileParts(name, chance)
    const headers = {
      authorization: `Bearer ${person.accessToken}`,
      ...(chance.happens(0.1) && { 'idempotency-key': 'not a uuid' }),
    }
    const answer = await rawCall(cloud.siteUrl, name, parts, headers).catch(() => undefined)
    // HTTP clients reject some paths before they leave this machine.
    if (!answer) {
      unsent += 1
      continue
    }
    const { status, body } = answer
    if (status < 300) passed += 1
    const isTold = status === 503 && JSON.stringify(body).includes('"code":"YOUTUBE_')
    if (status >= 500 && !isTold) broken.push(`${name} answered ${status} to ${JSON.stringify(parts).slice(0, 200)}`)
  }
  return { line: `${most - unsent} sent: ${most - unsent - passed} refused, ${passed} passed`, broken }
}

function hostileParts(name: RouteName, chance: Chance): CallParts {
  const { body, query, path }: Route = ROUTES[name]
  // One hostile field among valid ones reaches the rest of the route.
  const good = new Map(Object.entries(Object(validBody(name, '20260101000000', '20260101000000-abcdefgh'))))
  const value = (): unknown => (chance.happens(0.7) ? chance.pick(HOSTILE) : chance.pick(ODD_VALUES))
  const fields = body ? fieldsOf(body) : []
  const asked = query ? fieldsOf(query) : []
  return {
    parameters: Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, chance.pick(HOSTILE) || 'x']),
    ),
    query: Object.fromEntries(asked.map(field => [field, chance.pick(HOSTILE)])),
    body: Object.fromEntries(
      fields.filter(() => chance.happens(0.9)).map(field => [field, chance.happens(0.5) ? good.get(field) : value()]),
    ),
  }
}

function fieldsOf(schema: object): string[] {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : []
}
