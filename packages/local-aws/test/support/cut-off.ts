import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { startLocalAws } from '../../src/index.ts'

/** A process that a test kills: starts the application and an execution that hangs, and prints `started`. */
const [assembly = '', folder = ''] = process.argv.slice(2)
const cloud = await startLocalAws({
  assembly,
  folder,
  port: 0,
  env: {},
  quiet: true,
  schedules: false,
})
const stateMachineArn = cloud.physicalName('Flow')
const client = cloud.client(SFNClient)
await client.send(new StartExecutionCommand({ stateMachineArn, name: 'cut', input: '{"n":1}' }))
console.log('started')
