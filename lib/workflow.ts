import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget, SfnStateMachine } from 'aws-cdk-lib/aws-events-targets'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { DefinitionBody, type IChainable, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { SUBTITLES, VIDEOS } from '../lambdas/contract/media-objects.ts'
import { RETENTION } from '../lambdas/contract/retention.ts'
import { grantEmail, OUTBOX_ACTIONS } from './email.ts'
import { LambdaFunction, type SharedProps } from './lambda-function.ts'
import { closingDefinition, type StepLambdas, videoDefinition } from './workflow-definition.ts'
import { createSteps, RETURN_TASK_TOKEN } from './workflow-steps.ts'

/** A video's workflow: its steps, the state machine that runs them, and the one that refunds after failed executions. */
export class Workflow extends Construct {
  readonly machine: StateMachine
  readonly closing: StateMachine
  readonly steps: StepLambdas
  readonly startWorkflow: LambdaFunction
  readonly resumeTranscription: LambdaFunction
  readonly sweep: LambdaFunction
  /** Sends owed emails every five minutes. */
  readonly sendOwedEmails: LambdaFunction
  readonly sendWebhooks: LambdaFunction

  constructor(scope: Construct, id: string, shared: SharedProps) {
    super(scope, id)
    this.steps = createSteps(this, shared)
    this.machine = this.createMachine('Video', {
      definition: videoDefinition(new Construct(this, 'VideoStates'), this.steps, shared.config.translatedAtOnce),
      timeout: Duration.hours(8),
      comment: 'One video, from the upload to the email: lambdas/contract/workflow.ts',
    })
    this.closing = this.createMachine('Closing', {
      definition: closingDefinition(new Construct(this, 'ClosingStates'), this.steps),
      timeout: Duration.hours(2),
      comment: 'Refunds and tells where the workflow itself could not',
    })
    this.refundOnAbnormalEnd()
    this.startWorkflow = this.startOnUpload(shared)
    this.resumeTranscription = this.resumeOnTranscription(shared)
    this.sweep = this.sweepEveryFiveMinutes(shared)
    this.sendOwedEmails = this.sendEmailsEveryFiveMinutes(shared)
    this.sendWebhooks = this.sendWebhooksEveryMinute(shared)
  }

  /** Logs failures without data; Step Functions keeps an execution's full history for 90 days. */
  private createMachine(
    id: string,
    { definition, ...props }: { definition: IChainable; timeout: Duration; comment: string },
  ): StateMachine {
    const destination = new LogGroup(this, `${id}Logs`, {
      // With another prefix, each machine would extend the account's log resource policy, whose size is limited.
      logGroupName: `/aws/vendedlogs/states/${Stack.of(this).stackName}-${id}`,
      retention: RETENTION.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    return new StateMachine(this, id, {
      ...props,
      definitionBody: DefinitionBody.fromChainable(definition),
      logs: { destination, level: LogLevel.ERROR, includeExecutionData: false },
    })
  }

  /** Needed because a Catch does not see a timed-out or aborted execution. */
  private refundOnAbnormalEnd(): void {
    new Rule(this, 'NotEndedWell', {
      description: 'An execution failed, timed out or was aborted: the user gets the tokens back and an email',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [this.machine.stateMachineArn], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
      targets: [new SfnStateMachine(this.closing)],
    })
  }

  private startOnUpload(shared: SharedProps): LambdaFunction {
    const startWorkflow = new LambdaFunction(this, 'startWorkflow', shared, {
      environment: { STATE_MACHINE_ARN: this.machine.stateMachineArn },
      tables: {
        archive: ['GetItem', 'UpdateItem', 'Query'],
        users: ['GetItem', 'UpdateItem'],
        service: ['GetItem', 'UpdateItem'],
        outbox: ['UpdateItem'],
      },
      objects: { DeleteObject: [`${VIDEOS}*`] },
      allow: [{ actions: ['states:StartExecution'], resources: [this.machine.stateMachineArn] }],
    })
    new Rule(this, 'Uploaded', {
      description: 'Starts the workflow of a video that has arrived',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [shared.bucket.bucketName] }, object: { key: [{ prefix: VIDEOS }] } },
      },
      targets: [new LambdaTarget(startWorkflow)],
    })
    new Rule(this, 'Ended', {
      description: 'Starts the next video that waits when one of its user has ended',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [this.machine.stateMachineArn],
          status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
      targets: [new LambdaTarget(startWorkflow)],
    })
    return startWorkflow
  }

  private resumeOnTranscription(shared: SharedProps): LambdaFunction {
    const resumeTranscription = new LambdaFunction(this, 'resumeTranscription', shared, {
      tables: { service: ['GetItem'] },
      allow: [RETURN_TASK_TOKEN],
    })
    new Rule(this, 'Transcribed', {
      description: 'Resumes the workflow of a video whose transcription job has ended',
      eventPattern: {
        source: ['aws.transcribe'],
        detailType: ['Transcribe Job State Change'],
        detail: { TranscriptionJobStatus: ['COMPLETED', 'FAILED'] },
      },
      targets: [new LambdaTarget(resumeTranscription)],
    })
    return resumeTranscription
  }

  private sweepEveryFiveMinutes(shared: SharedProps): LambdaFunction {
    const { machine, closing } = this
    const sweep = new LambdaFunction(this, 'sweep', shared, {
      environment: { STATE_MACHINE_ARN: machine.stateMachineArn, CLOSING_MACHINE_ARN: closing.stateMachineArn },
      timeout: Duration.minutes(4),
      tables: {
        archive: ['GetItem', 'UpdateItem', 'Query', 'Query open'],
        users: ['GetItem', 'UpdateItem'],
        service: ['GetItem', 'UpdateItem'],
        outbox: ['UpdateItem'],
      },
      objects: {
        GetObject: [`${VIDEOS}*`],
        AbortMultipartUpload: [`${VIDEOS}*`],
        DeleteObject: [`${SUBTITLES}*`],
        ListBucket: [],
      },
      allow: [
        {
          actions: ['states:StartExecution'],
          resources: [machine.stateMachineArn, closing.stateMachineArn],
        },
        { actions: ['states:DescribeExecution'], resources: [this.executionArns()] },
      ],
    })
    new Rule(this, 'EveryFiveMinutes', {
      description: 'Starts entries that were accepted but not started, and closes uploads that never arrived',
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaTarget(sweep)],
    })
    return sweep
  }

  private sendEmailsEveryFiveMinutes(shared: SharedProps): LambdaFunction {
    const sendOwedEmails = new LambdaFunction(this, 'sendOwedEmails', shared, {
      timeout: Duration.minutes(4),
      tables: {
        outbox: [...OUTBOX_ACTIONS, 'Query due'],
        archive: ['GetItem'],
        users: ['GetItem'],
        service: ['GetItem', 'UpdateItem'],
        payments: ['GetItem'],
        ledger: ['GetItem'],
      },
    })
    grantEmail(sendOwedEmails, shared.config)
    new Rule(this, 'EmailsEveryFiveMinutes', {
      description: 'Sends emails that were refused or whose sender was killed',
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaTarget(sendOwedEmails)],
    })
    return sendOwedEmails
  }

  private sendWebhooksEveryMinute(shared: SharedProps): LambdaFunction {
    const sendWebhooks = new LambdaFunction(this, 'sendWebhooks', shared, {
      environment: { WEBHOOK_RECEIVERS: shared.config.deployment === 'local' ? 'local' : 'public' },
      timeout: Duration.minutes(4),
      tables: {
        outbox: [...OUTBOX_ACTIONS, 'Query due'],
        archive: ['GetItem', 'UpdateItem'],
        service: ['GetItem'],
      },
    })
    new Rule(this, 'WebhooksEveryMinute', {
      description: 'Tells the programs of users that their submissions have ended',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(sendWebhooks)],
    })
    return sendWebhooks
  }

  /** ARN pattern of the machine's executions. The machine's own ARN is a token, so it cannot be edited as text. */
  executionArns(): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
  }
}
