import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { DataInUseError, startLocalAws } from '../src/index.ts'
import { inlineFunction, role, type WrittenApp, writeApp } from './support/written-assembly.ts'

const CLOUD = { port: 0, env: {}, quiet: true, schedules: false }
let app: WrittenApp
afterEach(() => rm(app.folder, { recursive: true, force: true }))

/** An app whose machine calls one function. */
async function write(code: string): Promise<void> {
  const arn = 'arn:aws:lambda:ap-northeast-2:000000000000:function:App-Work'
  const States = { Work: { Type: 'Task', Resource: arn, End: true } }
  const DefinitionString = JSON.stringify({ StartAt: 'Work', States })
  const RoleArn = { 'Fn::GetAtt': ['FlowRole', 'Arn'] }
  const Flow = { Type: 'AWS::StepFunctions::StateMachine', Properties: { DefinitionString, RoleArn } }
  const allowed = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arn }
  const work = inlineFunction('Work', code)
  app = await writeApp({ App: { Resources: { ...work, Flow, ...role('FlowRole', [allowed]) } } })
}

it('the next start finishes the executions of a killed process', async () => {
  // Hangs in the process that is killed and returns in the next one.
  await write(`exports.handler = async event => process.pid === ${process.pid} ? event : new Promise(() => {})`)
  const script = join(import.meta.dirname, 'support/cut-off.ts')
  const killed = spawn(process.execPath, [script, app.assembly, app.data], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(killed.stdout, 'data')
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone

  const cloud = await startLocalAws({ ...CLOUD, assembly: app.assembly, folder: app.data })
  await expect.poll(() => cloud.executions()).toMatchObject([{ name: 'cut', status: 'SUCCEEDED', output: '{"n":1}' }])
  await cloud.stop()
})

it('a second process cannot use the data folder of a running one', async () => {
  await write('exports.handler = async () => 1')
  const options = { ...CLOUD, assembly: app.assembly, folder: app.data }
  const first = await startLocalAws(options)
  await expect(startLocalAws(options)).rejects.toThrow(DataInUseError)
  await first.stop()
  const second = await startLocalAws(options)
  await second.stop()
})

it.each(['lock.sqlite', 'executions.sqlite', 'catalog.sqlite', 'CURRENT', '.json'])(
  'a damaged data file (%s) ends the next start with one sentence that names it',
  async name => {
    await write('exports.handler = async () => 1')
    const options = { ...CLOUD, assembly: app.assembly, folder: app.data }
    await (await startLocalAws(options)).stop()
    const email = join(app.data, 'mail/000000000000001_a.json')
    const files = (await readdir(app.data, { recursive: true })).map(file => join(app.data, file))
    const path = name === '.json' ? email : files.find(file => file.endsWith(`/${name}`))
    if (path === undefined) throw new Error(`there is no ${name}`)
    await writeFile(path, 'damaged '.repeat(200))
    await expect(startLocalAws(options)).rejects.toMatchObject({ code: 'DAMAGED_DATA', message: expect.any(String) })
  },
)
