#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { LocalError, startLocalAws } from './index.ts'

const HELP = `local-aws-cdk <cdk.out> [--data folder] [--port number]

Runs the application that \`cdk synth\` wrote to the folder, until Ctrl+C.

--data folder   where tables, buckets and executions are kept (default: .local-aws)
--port number   port of the site; the next one serves the AWS services (default: 4280)

SECRET_* variables hold the values of secrets: SECRET_PAYMENT_KEY is that of shop/payment-key.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.local-aws' },
    port: { type: 'string', default: '4280' },
    help: { type: 'boolean', short: 'h' },
  },
})
const [assembly] = positionals
const port = Number(values.port)
const isUsable = assembly !== undefined && Number.isInteger(port) && port >= 0 && port < 65_535
if (values.help || !isUsable) {
  console.log(HELP)
  process.exitCode = values.help ? 0 : 2
} else await run(assembly)

async function run(assembly: string): Promise<void> {
  try {
    const aws = await startLocalAws({ assembly, folder: values.data, port, env: process.env, schedules: true })
    console.log(`Site          ${aws.siteUrl}\nAWS services  ${aws.awsUrl}\nMailbox       ${aws.awsUrl}/mail`)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void aws.stop())
  } catch (error) {
    if (!(error instanceof LocalError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
