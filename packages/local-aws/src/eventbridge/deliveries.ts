import { randomUUID } from 'node:crypto'
import type { Deliver } from './index.ts'
import type { RuleTarget } from './rules.ts'

export interface DeliveryOptions {
  /** Invokes a function asynchronously. It retries failed events itself. */
  invoke(functionArn: string, event: unknown): Promise<void>
  startExecution(stateMachineArn: string, name: string, input: string): void
  /** Whether the role with this ARN allows the action. */
  isAllowed(roleArn: string, action: string, resource: string): boolean
  log(line: string): void
}

/** Delivers events to functions and state machines. Failures are logged, because no caller waits for a delivery. */
export function createDeliveries({ invoke, startExecution, isAllowed, log }: DeliveryOptions): Deliver {
  async function deliver({ arn, roleArn }: RuleTarget, event: unknown): Promise<void> {
    const isMachine = arn.includes(':stateMachine:')
    const action = isMachine ? 'states:StartExecution' : 'lambda:InvokeFunction'
    if (roleArn !== undefined && !isAllowed(roleArn, action, arn))
      return log(`${roleArn} does not allow ${action} on ${arn}: the event is not delivered.`)
    if (isMachine) return startExecution(arn, randomUUID(), JSON.stringify(event))
    if (arn.includes(':function:')) return invoke(arn, event)
    log(`A rule has the target ${arn}, which is not supported.`)
  }
  return (target, event) =>
    deliver(target, event).catch((error: unknown) => log(`An event did not reach ${target.arn}: ${String(error)}`))
}
