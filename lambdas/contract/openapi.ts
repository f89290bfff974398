import * as z from 'zod'
import { apiKeyView } from './api-key.ts'
import { certificate } from './archive-entry.ts'
import { API_ERRORS, apiErrorBody } from './errors.ts'
import { V1_ROUTES } from './every-route.ts'
import type { Route } from './routes/route.ts'
import { submissionView } from './routes/v1-routes.ts'

type Json = Record<string, unknown>

/** Schemas that have a name in the document. */
const NAMES = z.registry<{ id: string }>()
NAMES.add(submissionView, { id: 'Submission' })
NAMES.add(certificate, { id: 'Certificate' })
NAMES.add(apiKeyView, { id: 'Key' })

/** The OpenAPI 3.1 document of `/api/v1`, derived from its routes. */
export function openapi() {
  const named: Json = {}
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, route] of Object.entries<Route>(V1_ROUTES)) {
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = operation(name, route, named)
    paths[route.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jamak',
      version: '1',
      description:
        'English speech in, Korean subtitles out. Create a key on the account page, quote, submit with a ceiling, wait, download.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...named, Error: errorSchema() },
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of the account page: jamak_…' } },
    },
  }
}

function operation(name: string, route: Route, named: Json): Json {
  return {
    operationId: name.replace(/^v1/, '').replace(/^./, first => first.toLowerCase()),
    summary: route.title,
    ...(route.access === 'key' && { security: [{ key: route.scope === undefined ? [] : [route.scope] }] }),
    parameters: [...pathParameters(route, named), ...queryParameters(route, named), ...headers(route)],
    ...(route.body && { requestBody: { required: true, content: asJson(schemaOf(route.body, 'input', named)) } }),
    responses: {
      200: {
        description: 'Done',
        content: route.isFile ? { '*/*': { schema: {} } } : asJson(schemaOf(route.response, 'output', named)),
      },
      '4XX': refusal('Refused: `code` says why, and `retryAfter` when the same request may be accepted'),
      '5XX': refusal('Not available: try again after some seconds, with the same Idempotency-Key'),
    },
  }
}

const asJson = (schema: Json): Json => ({ 'application/json': { schema } })

function refusal(description: string): Json {
  return {
    description,
    headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
    content: asJson({ $ref: '#/components/schemas/Error' }),
  }
}

function pathParameters({ path, parameters = {} }: Route, named: Json): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = parameters[name]
    return { name, in: 'path', required: true, schema: schema ? schemaOf(schema, 'input', named) : { type: 'string' } }
  })
}

const queryObject = z.object({
  properties: z.record(z.string(), z.looseObject({})),
  required: z.array(z.string()).default([]),
})

function queryParameters({ query }: Route, named: Json): Json[] {
  if (!query) return []
  const { properties, required } = queryObject.parse(schemaOf(query, 'input', named))
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema }
  })
}

function headers({ idempotent }: Route): Json[] {
  if (!idempotent) return []
  const description = 'A new UUID for each submission. The same one within a day returns the same submission.'
  return [
    { name: 'Idempotency-Key', in: 'header', required: true, description, schema: { type: 'string', format: 'uuid' } },
  ]
}

/** The JSON schema of a value; named schemas inside it are added to `named`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', named: Json): Json {
  const converted = z.toJSONSchema(schema, {
    io,
    metadata: NAMES,
    // Programs must accept the fields that later versions add.
    override: ({ jsonSchema }) => delete jsonSchema.additionalProperties,
  })
  const {
    $schema,
    $defs = {},
    ...rest
  } = z
    .looseObject({ $defs: z.record(z.string(), z.unknown()).optional() })
    .parse(JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/')))
  Object.assign(named, $defs)
  return rest
}

/** The gateway itself refuses a flood of requests or a body over 10 MB. Its response has a message but no code. */
function errorSchema(): Json {
  const codes = Object.entries(API_ERRORS).map(([code, [status]]) => `${code} (${status})`)
  return { ...schemaOf(apiErrorBody.partial({ code: true }), 'output', {}), description: codes.join(', ') }
}
