import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FUNCTIONS } from '../../lambdas/contract/functions.ts'
import { fullApp, sampleApp } from '../support/synthesized.ts'
import { resourcesOf } from './resources.ts'

const oursIn = (template: Template) =>
  resourcesOf(template, 'AWS::Lambda::Function').filter(({ Properties }) =>
    String(Properties.Description).startsWith('lambdas/'),
  )

describe('the functions', () => {
  const site = Template.fromStack(fullApp().site)

  it('run on arm64 and log as JSON, for three months', () => {
    const functions = oursIn(site)
    expect(functions).toHaveLength(Object.keys(FUNCTIONS).length)
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: expect.anything() },
      })
    for (const { Properties } of resourcesOf(site, 'AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(90)
  })

  it('have no reserved concurrency by default, because a new account has none to spare', () => {
    for (const { Properties } of oursIn(site)) expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions')
  })

  it('behind the API have reserved concurrency if the operator sets it', () => {
    const reserving = oursIn(Template.fromStack(sampleApp({ RESERVED_CONCURRENCY: '20' }).site))
    const shares = reserving.filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
    expect(shares.map(({ Properties }) => [Properties.Description, Properties.ReservedConcurrentExecutions])).toEqual(
      [
        ...['account/account', 'submission/submission', 'archive/archive', 'translation/ask-again', 'payment/payment'],
      ].map(entry => [`lambdas/${entry}.handler.ts`, 20]),
    )
  })

  it('record nothing about the caller in the API’s log', () => {
    const [stage] = resourcesOf(site, 'AWS::ApiGatewayV2::Stage')
    const log = JSON.stringify(stage?.Properties.AccessLogSettings)
    expect(log).toContain('$context.routeKey')
    expect(log).not.toMatch(/identity|sourceIp|userAgent|claims|\$context\.path|requestTime/)
  })

  it('log only failures of the workflow, without their data', () => {
    for (const { Properties } of resourcesOf(site, 'AWS::StepFunctions::StateMachine'))
      expect(Properties.LoggingConfiguration).toMatchObject({ Level: 'ERROR', IncludeExecutionData: false })
  })
})

describe('the layer with yt-dlp', () => {
  let folder: string
  const program = () => join(folder, 'bin', 'yt-dlp')
  const withLayer = () => sampleApp({ YOUTUBE_FETCH: 'on', YT_DLP_LAYER: folder })
  /** The first bytes of a program for Linux; `62` is x86-64, `183` arm64. */
  const elf = (machine: number) => {
    const header = Buffer.alloc(64)
    header.write('\x7fELF', 'latin1')
    header.writeUInt16LE(machine, 18)
    return header
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'jamak-layer-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is refused if the program is missing, not executable or for another architecture', () => {
    expect(withLayer).toThrow('is missing')
    mkdirSync(join(folder, 'bin'))
    writeFileSync(program(), '#!/usr/bin/env python3\n', { mode: 0o755 })
    expect(withLayer).toThrow('is not the stand-alone program for Linux on arm64')
    writeFileSync(program(), elf(62))
    expect(withLayer).toThrow('arm64')
    writeFileSync(program(), elf(183))
    chmodSync(program(), 0o600)
    expect(withLayer).toThrow('chmod 755')
  })

  it('contains the program for arm64 at the path that the function runs', () => {
    writeFileSync(program(), elf(183))
    chmodSync(program(), 0o755)
    const site = Template.fromStack(withLayer().site)
    site.hasResourceProperties('AWS::Lambda::LayerVersion', { CompatibleArchitectures: ['arm64'] })
    site.hasResourceProperties('AWS::Lambda::Function', {
      Description: 'lambdas/source/fetch-source.handler.ts',
      Layers: [{}],
      Environment: { Variables: { YT_DLP_PATH: '/opt/bin/yt-dlp', YOUTUBE_FETCH: 'on' } },
    })
  })
})
