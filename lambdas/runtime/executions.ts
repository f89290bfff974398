import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type ExecutionStatus,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'

/** A state machine and the client that starts it. */
export interface Machine {
  client: SFNClient
  arn: string
}

/** Starts an execution by name. If it exists already, that is success too: a name stays taken for 90 days. */
export async function startOnce({ client, arn }: Machine, name: string, input: object): Promise<void> {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn: arn, name, input: JSON.stringify(input) }))
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error
  }
}

export interface ExecutionState {
  status: ExecutionStatus | undefined
  /** Name and cause of the error that ended it. */
  error?: string
  cause?: string
}

/** State of the execution of that name, or `undefined` if there is none. */
export async function describeExecution({ client, arn }: Machine, name: string): Promise<ExecutionState | undefined> {
  try {
    const { status, error, cause } = await client.send(
      new DescribeExecutionCommand({ executionArn: executionArn(arn, name) }),
    )
    return { status, error, cause }
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined
    throw error
  }
}

/** Stops the execution of that name, if there is one. */
export async function stopExecution({ client, arn }: Machine, name: string): Promise<void> {
  try {
    await client.send(new StopExecutionCommand({ executionArn: executionArn(arn, name) }))
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error
  }
}

function executionArn(machineArn: string, name: string): string {
  return `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`
}
