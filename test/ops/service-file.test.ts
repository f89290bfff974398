import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findService } from '../../bin/ops/service-file.ts'
import { mapTables } from '../../lambdas/contract/tables.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ops-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const TABLES = mapTables(({ id }) => `${id}-1`)
const ARN = 'arn:aws:states:ap-northeast-2:123456789012:stateMachine:'

describe('where the service is', () => {
  it('is read from the file of npm start, with address and credentials', () => {
    const file = {
      pid: 1,
      siteUrl: 'http://127.0.0.1:4000',
      awsUrl: 'http://127.0.0.1:4001',
      region: 'ap-northeast-2',
      credentials: { accessKeyId: 'operator', secretAccessKey: 'secret' },
      tables: TABLES,
      bucket: 'media',
      machines: { main: `${ARN}main`, closing: `${ARN}closing` },
    }
    writeFileSync(join(root, 'cloud.json'), JSON.stringify(file))
    expect(findService({ root, data: root, cwd: root })).toMatchObject({
      awsUrl: 'http://127.0.0.1:4001',
      credentials: { accessKeyId: 'operator' },
      tables: TABLES,
    })
  })

  it('is read from the outputs of both stacks on AWS', () => {
    const outputs = {
      JamakData: {
        ...Object.fromEntries(Object.values(mapTables(({ id }) => [`${id}Table`, `${id}-1`]))),
        MediaBucket: 'media',
      },
      JamakApp: { SiteUrl: 'https://jamak.example', StateMachine: `${ARN}main`, ClosingMachine: `${ARN}closing` },
    }
    writeFileSync(join(root, 'outputs.json'), JSON.stringify(outputs))
    expect(findService({ root, config: 'outputs.json', profile: 'production', cwd: root })).toEqual({
      region: 'ap-northeast-2',
      siteUrl: 'https://jamak.example',
      tables: TABLES,
      machines: { main: `${ARN}main`, closing: `${ARN}closing` },
    })
  })

  it('is unknown without a running service, and the error explains how to name one', () => {
    expect(() => findService({ root, cwd: root })).toThrow('npm start')
    expect(() => findService({ root, cwd: root, profile: 'production' })).toThrow('--config')
    expect(() => findService({ root, cwd: root, config: 'none.json' })).toThrow('There is no file')
    writeFileSync(join(root, 'wrong.json'), '{"JamakApp":{"SiteUrl":"x"}}')
    expect(() => findService({ root, cwd: root, config: 'wrong.json' })).toThrow('outputs-file')
  })
})
