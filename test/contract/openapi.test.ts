import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { V1_ROUTES } from '../../lambdas/contract/every-route.ts'
import { openapi } from '../../lambdas/contract/openapi.ts'
import { frameRate, subtitleFormat } from '../../lambdas/contract/routes/v1-routes.ts'
import type { Route } from '../../lambdas/contract/routes.ts'
import { EXPORT_FORMATS, FRAME_RATE_NAMES } from '../../packages/subtitle-engine/src/export/index.ts'

describe('the interface for programs', () => {
  it('offers every format and frame rate of the engine', () => {
    expect(subtitleFormat.options.toSorted()).toEqual(Object.keys(EXPORT_FORMATS).toSorted())
    expect(frameRate.options.toSorted()).toEqual(FRAME_RATE_NAMES.toSorted())
  })

  it('has a title for each of its routes, all below /api/v1', () => {
    for (const { title, path } of Object.values(V1_ROUTES)) {
      expect(title).toMatch(/^[A-Z]/)
      expect(path).toMatch(/^\/api\/v1\//)
    }
  })

  it('is described by a document that an independent validator accepts', async () => {
    const validator = new Validator()
    expect(await validator.validate(openapi())).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('is described route by route with scopes, and schemas without dangling references', () => {
    const { paths, components } = openapi()
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => [`${method.toUpperCase()} ${path}`, security]),
    )
    const routes = Object.values<Route>(V1_ROUTES).map(({ method, path, access, scope }) => {
      const security = access === 'key' ? [{ key: scope === undefined ? [] : [scope] }] : undefined
      return [`${method} ${path}`, security]
    })
    expect(operations.toSorted()).toEqual(routes.toSorted())
    const text = JSON.stringify({ paths, components })
    const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(components.schemas).toSorted())
    expect(text).not.toContain('$defs')
  })
})
