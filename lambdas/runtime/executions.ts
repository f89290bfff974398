import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type ExecutionStatus,
  SendTaskSuccessCommand,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn'

/** A state machine and the client that starts it. */
export interface Machine {
  client: SFNClient
  arn: string
}

/** Starts an execution by name, which stays taken for 90 days. An existing execution counts as success. */
export async function startOnce({ client, arn }: Machine, name: string, input: object): Promise<void> {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn: arn, name, input: JSON.stringify(input) }))
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error
  }
}

export interface ExecutionState {
  status: ExecutionStatus | undefined
  /** Name and cause of the error that ended the execution. */
  error?: string
  cause?: string
}

/** State of the execution with that name, or `undefined`. */
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

/** Stops the execution with that name, if it exists. */
export async function stopExecution({ client, arn }: Machine, name: string): Promise<void> {
  try {
    await client.send(new StopExecutionCommand({ executionArn: executionArn(arn, name) }))
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error
  }
}

/** Ends the task that waits for this token. Returns false if no task waits for it any more. */
export async function returnTaskToken(client: SFNClient, taskToken: string, output: unknown): Promise<boolean> {
  try {
    await client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }))
    return true
  } catch (error) {
    if (error instanceof TaskTimedOut || error instanceof TaskDoesNotExist) return false
    throw error
  }
}

function executionArn(machineArn: string, name: string): string {
  return `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`
}
