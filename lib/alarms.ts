import { Duration, Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import {
  bouncesAndComplaints,
  ended,
  errorLines,
  qualityDecline,
  refundsFor,
  refusedSignIns,
  rounds,
  total,
} from './alarm-metrics.ts'
import type { Api } from './api.ts'
import type { Config } from './config.ts'
import type { SignIn } from './sign-in.ts'
import type { Workflow } from './workflow.ts'

export interface AlarmsProps {
  config: Config
  httpApi: HttpApi
  api: Api
  workflow: Workflow
  signIn: SignIn
}

const SOON = Duration.minutes(5)
const HALF_AN_HOUR = Duration.minutes(30)

/** Each alarm states its effect on users; `docs/operations.md` has one heading for each. */
export class Alarms extends Construct {
  readonly all: Alarm[] = []
  private readonly action: SnsAction

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id)
    this.action = new SnsAction(alarmTopic(this, props.config.operatorEmail))
    this.watchVideos(props)
    this.watchPayments(props.api)
    this.watchEmails(props)
    this.watchWebhooks(props)
    this.watchTheSite(props)
  }

  private watchVideos({ api, workflow: { machine, closing, startWorkflow, sweep, steps } }: AlarmsProps): void {
    const starts = { period: HALF_AN_HOUR, statistic: Stats.SUM }
    this.alarm('RefundsFail', 'Users whose video failed did not get their tokens back', ended(closing, SOON), 1)
    this.alarm(
      'VideosFail',
      'Several users got a refund instead of a subtitle',
      machine.metricFailed({ period: HALF_AN_HOUR, statistic: Stats.SUM }),
      5,
    )
    this.alarm(
      'ServiceFails',
      'A user got a refund instead of a subtitle because the service itself failed',
      refundsFor(this, ['INTERNAL', 'ENGINE_ERROR'], SOON),
      1,
    )
    this.alarm(
      'StepsFail',
      'Users wait longer for subtitles because steps fail and are repeated',
      errorLines(this, 'StepErrors', { handlers: Object.values(steps), period: HALF_AN_HOUR, topics: ['step'] }),
      10,
    )
    this.alarm(
      'VideosTakeTooLong',
      'A user waited eight hours for a subtitle and got a refund instead',
      machine.metricTimedOut({ period: HALF_AN_HOUR, statistic: Stats.SUM }),
      1,
    )
    this.alarm(
      'VideosDoNotStart',
      'Uploaded videos wait minutes before processing starts',
      total('lost starts', HALF_AN_HOUR, startWorkflow.metricErrors(starts), startWorkflow.metricThrottles(starts)),
      3,
    )
    this.alarm(
      'ModelFails',
      'Users get plain or unchecked translations because a language model fails',
      errorLines(this, 'ModelErrors', {
        handlers: [steps.writeBrief, steps.translateBatch, steps.checkMeaning, api.functions.askAgain],
        period: HALF_AN_HOUR,
        topics: ['model'],
      }),
      3,
    )
    this.alarm(
      'QualityDeclines',
      'Users get worse subtitles than usual today, although nothing failed',
      qualityDecline(this),
      1,
    )
    this.standstill('SweeperStopped', 'Stalled videos are no longer resumed or refunded', rounds(sweep, HALF_AN_HOUR))
  }

  private watchPayments({ functions: { payment }, reconcile }: Api): void {
    const sum = { period: SOON, statistic: Stats.SUM }
    const handlers = [payment, reconcile]
    // A refused request and an order in trouble are lines of the log; Lambda counts timeouts and throttled calls.
    const lines = errorLines(this, 'PaymentErrors', { handlers, period: SOON, topics: ['payment', 'request'] })
    const crashes = handlers.flatMap(handler => [handler.metricErrors(sum), handler.metricThrottles(sum)])
    this.alarm(
      'PaymentsFail',
      'Users may have paid without receiving their tokens',
      total('trouble', SOON, lines, ...crashes),
      1,
    )
    this.standstill(
      'ReconcilerStopped',
      'Payments with an unknown outcome are no longer checked with Toss',
      rounds(reconcile, HALF_AN_HOUR),
    )
  }

  private watchEmails({ api: { functions, reconcile }, workflow: { steps, sendOwedEmails } }: AlarmsProps): void {
    const handlers = [steps.notify, sendOwedEmails, functions.account, functions.payment, reconcile]
    const lines = errorLines(this, 'EmailErrors', { handlers, period: HALF_AN_HOUR, topics: ['email'] })
    this.alarm('EmailsFail', 'Users do not get the emails they are waiting for', lines, 3)
    this.alarm(
      'EmailsBounce',
      'Emails to users bounce, and Amazon may suspend all our sending',
      bouncesAndComplaints(),
      1,
    )
  }

  private watchWebhooks({ workflow: { sendWebhooks } }: AlarmsProps): void {
    this.standstill(
      'WebhooksStopped',
      'Programs are no longer notified when their submissions end',
      rounds(sendWebhooks, HALF_AN_HOUR),
    )
  }

  private watchTheSite({ api, httpApi, signIn, config }: AlarmsProps): void {
    const throttles = { namespace: 'AWS/Lambda', metricName: 'Throttles', period: SOON, statistic: Stats.SUM }
    this.alarm(
      'ApiFails',
      'Users see errors on the page',
      httpApi.metricServerError({ period: SOON, statistic: Stats.SUM }),
      5,
    )
    this.alarm(
      'SignInFails',
      'Several users could not sign in with their social account',
      refusedSignIns(signIn, config.providers, HALF_AN_HOUR),
      5,
    )
    this.alarm(
      'GiftsSpent',
      'New users get no sign-up tokens today',
      errorLines(this, 'GiftErrors', { handlers: [api.functions.account], period: SOON, topics: ['gift'] }),
      1,
    )
    this.alarm(
      'RefundsSpent',
      'A user can submit nothing more today because too many of their submissions failed and were refunded',
      errorLines(this, 'RefundErrors', { handlers: [api.functions.submission], period: SOON, topics: ['refund'] }),
      1,
    )
    this.alarm(
      'FunctionsThrottled',
      'Users wait or see errors: the account has reached its limit of concurrent functions',
      new Metric(throttles),
      10,
    )
  }

  /** Alarms if a count reaches the threshold within its period. */
  private alarm(id: string, description: string, metric: IMetric, threshold: number): void {
    this.add(id, {
      metric,
      threshold,
      alarmDescription: description,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }

  private add(id: string, props: AlarmProps): void {
    const alarm = new Alarm(this, id, props)
    alarm.addAlarmAction(this.action)
    this.all.push(alarm)
  }

  /** Alarms if a scheduled function had no successful run within the period. */
  private standstill(id: string, description: string, metric: IMetric): void {
    this.add(id, {
      metric,
      threshold: 1,
      alarmDescription: description,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
  }
}

/** The topic that emails alarms to the operator, who confirms the subscription once. */
function alarmTopic(scope: Construct, operatorEmail: string): Topic {
  const topic = new Topic(scope, 'Topic', { enforceSSL: true })
  // Replaces the default policy, which lets every principal of the account publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsMayPublish',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  topic.addSubscription(new EmailSubscription(operatorEmail))
  return topic
}
