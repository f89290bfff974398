import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Functions } from '../functions/index.ts'
import { FunctionError } from '../functions/lambda.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import type { StepFunctions } from '../workflow/index.ts'

/** AWS waits one minute before it repeats an asynchronous event, and two before it does so again. */
const RETRY_DELAYS_MS = [60_000, 120_000]

export interface DeliveriesOptions {
  assembly: Assembly
  resolver: Resolver
  functions: Functions
  stepFunctions: Pick<StepFunctions, 'start'>
  /** Whether the role with this ARN allows the action. */
  isAllowed(roleArn: string, action: string, resource: string): boolean
  /** Factor on the waits between the attempts. */
  waitScale: number
  log(line: string): void
}

interface Target {
  arn: string
  roleArn: string | undefined
}

const invokeConfig = z.object({ FunctionName: z.string(), MaximumRetryAttempts: z.number().optional() })

/** Brings events to their targets: functions (asynchronously, as Lambda repeats them) and state machines. */
export function createDeliveries(options: DeliveriesOptions) {
  const { functions, log } = options
  const timers = new Set<NodeJS.Timeout>()
  const attempts = new Map(
    options.assembly.ofType('AWS::Lambda::EventInvokeConfig').map(resource => {
      const { FunctionName, MaximumRetryAttempts } = options.resolver.read(resource, invokeConfig)
      return [functions.find(FunctionName).settings.arn, MaximumRetryAttempts ?? RETRY_DELAYS_MS.length]
    }),
  )

  async function invoke(arn: string, event: unknown, retries: number, attempt = 0): Promise<void> {
    try {
      await functions.invoke(arn, event)
    } catch (error) {
      if (!(error instanceof FunctionError)) return
      const name = functions.find(arn).settings.logicalId
      const delay = attempt < retries ? RETRY_DELAYS_MS[attempt] : undefined
      log(`${name} failed${delay === undefined ? '' : ', will be repeated'}: ${error.name}: ${error.message}`)
      if (delay === undefined) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        void invoke(arn, event, retries, attempt + 1)
      }, delay * options.waitScale)
      timers.add(timer.unref())
    }
  }

  async function bring({ arn, roleArn }: Target, input: unknown): Promise<void> {
    const isMachine = arn.includes(':stateMachine:')
    const action = isMachine ? 'states:StartExecution' : 'lambda:InvokeFunction'
    if (roleArn !== undefined && !options.isAllowed(roleArn, action, arn))
      return log(`${roleArn} does not allow ${action} on ${arn}: the event is not delivered.`)
    if (isMachine) options.stepFunctions.start(arn, randomUUID(), JSON.stringify(input))
    else if (arn.includes(':function:')) {
      const known = functions.find(arn).settings.arn
      await invoke(known, input, attempts.get(known) ?? RETRY_DELAYS_MS.length)
    } else log(`A rule has the target ${arn}, which the local cloud does not have.`)
  }

  return {
    /** Never throws: what goes wrong with an event is told in the terminal, as nobody waits for it. */
    deliver: (target: Target, input: unknown): Promise<void> =>
      bring(target, input).catch((error: unknown) => log(`An event did not reach ${target.arn}: ${String(error)}`)),
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
