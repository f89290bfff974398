import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { startCloud } from '../../../../local/cloud.ts'
import { silentEngines } from '../../../../test/local/silent-engines.ts'

/** A process that a test kills: starts a local cloud and an execution that hangs, and prints `started`. */
const [assembly = '', folder = ''] = process.argv.slice(2)
const cloud = await startCloud({
  assembly,
  folder,
  port: 0,
  env: {},
  engines: silentEngines,
  quiet: true,
  schedules: false,
})
const stateMachineArn = cloud.physicalName('Flow')
const client = cloud.client(SFNClient)
await client.send(new StartExecutionCommand({ stateMachineArn, name: 'cut', input: '{"n":1}' }))
console.log('started')
