import type { CallParts } from '../../../bin/demo/api-client.ts'
import { ROUTES, type Route, type RouteName } from '../../../lambdas/contract/routes.ts'
import { announce } from '../../../test/support/journey.ts'
import { rawCall, type Visitor, visitor } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
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
const ODD_VALUES = [null, true, -1, 0, 1.5, 1e308, [], {}, [[]], { $ne: 1 }, { __proto__: { a: 1 } }]

const isRoute = (name: string): name is RouteName => Object.hasOwn(ROUTES, name)
const ROUTE_NAMES = Object.keys(ROUTES).filter(isRoute)

/** The number of requests sent to a border, and the responses that should not have come back. */
export interface Bordered {
  sent: number
  refused: number
  passed: number
  broken: string[]
}

/** Sends hostile texts and odd values in every field, parameter and query of every route. */
export async function tryStrings(service: AttackedService, chance: Chance, most: number): Promise<Bordered> {
  const { cloud } = service
  const result: Bordered = { sent: 0, refused: 0, passed: 0, broken: [] }
  let person = await visitor(cloud, `borders-${chance.below(1_000_000)}`)
  const routes = ROUTE_NAMES.filter(name => name !== 'leave' && name !== 'closeAllSessions')
  for (let count = 0; count < most; count += 1) {
    if (count % 60 === 59) person = await visitor(cloud, `borders-${chance.below(1_000_000)}`)
    const name = chance.pick(routes)
    const parts = hostileParts(ROUTES[name], chance)
    const headers = {
      authorization: `Bearer ${person.accessToken}`,
      ...(chance.happens(0.1) && { 'idempotency-key': 'not a uuid' }),
    }
    const answer = await rawCall(cloud.siteUrl, name, parts, headers).catch(() => undefined)
    result.sent += 1
    if (!answer) {
      // HTTP clients reject such a path before it leaves this machine.
      result.refused += 1
      continue
    }
    const { status, body } = answer
    if (status < 300) result.passed += 1
    else result.refused += 1
    const isTold = status === 503 && JSON.stringify(body).includes('"code":"YOUTUBE_')
    if (status >= 500 && !isTold)
      result.broken.push(`${name} answered ${status} to ${JSON.stringify(parts).slice(0, 200)}`)
  }
  return result
}

function hostileParts({ body, query, path }: Route, chance: Chance): CallParts {
  const value = (): unknown => (chance.happens(0.7) ? chance.pick(HOSTILE) : chance.pick(ODD_VALUES))
  const fields = body ? fieldsOf(body) : []
  const asked = query ? fieldsOf(query) : []
  return {
    parameters: Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, chance.pick(HOSTILE) || 'x']),
    ),
    query: Object.fromEntries(asked.map(field => [field, chance.pick(HOSTILE)])),
    body: Object.fromEntries(
      fields.filter(() => chance.happens(0.9)).map(field => [field, chance.happens(0.5) ? GOOD[field] : value()]),
    ),
  }
}

/** Valid values, so that one hostile field still reaches the rest of the route. */
const GOOD: Record<string, unknown> = {
  email: 'a@example.com',
  code: '123456',
  text: '질문',
  key: '20260101000000',
  filename: 'a.mp4',
  size: 1000,
  type: 'video/mp4',
  durationSeconds: 60,
  register: 'polite',
  url: 'https://youtu.be/jamak-hello',
  captions: true,
  uploadId: 'a',
  parts: [1],
  package: 'tokens-20',
  paymentKey: 'payment-1',
  orderId: '20260101000000-abcdefgh',
  amount: 1000,
}

function fieldsOf(schema: object): string[] {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : []
}

/** Alters each field of a presigned form, and the file, one at a time. S3 must refuse each. */
export async function tryUploads({ cloud, videos }: AttackedService, chance: Chance): Promise<Bordered> {
  const result: Bordered = { sent: 0, refused: 0, passed: 0, broken: [] }
  const stranger = await visitor(cloud, `uploads-${chance.below(1_000_000)}`)
  const owner: Visitor = await visitor(cloud, `uploads-${chance.below(1_000_000)}`)
  const { post } = await announce(owner.api, videos.hum)
  const other = await announce(stranger.api, videos.hum)
  const changes: [what: string, fields: Record<string, string>, file: Buffer][] = [
    ...Object.keys(post.fields).flatMap(field =>
      chance
        .shuffled(HOSTILE)
        .slice(0, 4)
        .map((text): [string, Record<string, string>, Buffer] => [
          field,
          { ...post.fields, [field]: text },
          videos.hum,
        ]),
    ),
    ...Object.keys(post.fields)
      .filter(field => post.fields[field] !== other.post.fields[field])
      .map((field): [string, Record<string, string>, Buffer] => [
        `${field} of somebody else`,
        { ...post.fields, [field]: other.post.fields[field] ?? '' },
        videos.hum,
      ]),
    ['a longer file', post.fields, Buffer.concat([videos.hum, Buffer.alloc(1)])],
    ['a field more', { ...post.fields, acl: 'public-read' }, videos.hum],
    ['a redirect', { ...post.fields, success_action_redirect: 'https://evil.example' }, videos.hum],
  ]
  for (const [what, fields, file] of changes) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value.toWellFormed())
    form.append('file', new Blob([new Uint8Array(file)]), 'file.mp4')
    const { status } = await fetch(post.url, { method: 'POST', body: form })
    result.sent += 1
    if (status < 300) {
      result.passed += 1
      result.broken.push(`a form with another ${what} was accepted`)
    } else result.refused += 1
    if (status >= 500) result.broken.push(`a form with another ${what} was answered with ${status}`)
  }
  return result
}
