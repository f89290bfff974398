import { Duration, Stack } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { Topic } from '../lambdas/contract/log-lines.ts'
import type { LambdaFunction } from './lambda-function.ts'
import type { Provider } from './settings.ts'
import type { SignIn } from './sign-in.ts'

/** Sum of several counts; a count without data is 0. */
export function total(label: string, period: Duration, ...metrics: IMetric[]): IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]))
  const filled = Object.keys(usingMetrics).map(name => `FILL(${name}, 0)`)
  return new MathExpression({ label, period, usingMetrics, expression: `SUM([${filled.join(', ')}])` })
}

/** Executions that failed, timed out or were aborted. */
export function ended(machine: StateMachine, period: Duration): IMetric {
  const sum = { period, statistic: Stats.SUM }
  const ends = [machine.metricFailed(sum), machine.metricTimedOut(sum), machine.metricAborted(sum)]
  return total('not ended well', period, ...ends)
}

/** Successful runs of a scheduled function. */
export function rounds(handler: LambdaFunction, period: Duration): IMetric {
  const sum = { period, statistic: Stats.SUM }
  const usingMetrics = { called: handler.metricInvocations(sum), failed: handler.metricErrors(sum) }
  return new MathExpression({ label: 'rounds', period, usingMetrics, expression: 'called - FILL(failed, 0)' })
}

/** Log lines of level ERROR about the topics. Lambda writes the level and puts the line under `message`. */
export function errorLines(
  scope: Construct,
  metricName: string,
  { handlers, period, topics }: { handlers: LambdaFunction[]; period: Duration; topics: Topic[] },
): IMetric {
  const namespace = Stack.of(scope).stackName
  const filterPattern = FilterPattern.all(
    FilterPattern.stringValue('$.level', '=', 'ERROR'),
    FilterPattern.any(...topics.map(topic => FilterPattern.stringValue('$.message.topic', '=', topic))),
  )
  for (const { node, logGroup } of handlers)
    new MetricFilter(scope, `${metricName}Of${node.id}`, {
      logGroup,
      filterPattern,
      metricNamespace: namespace,
      metricName,
      metricValue: '1',
    })
  return new Metric({ namespace, metricName, period, statistic: Stats.SUM })
}

/** Bounce and complaint rates at which Amazon puts an account under review. */
const BOUNCES = 0.05
const COMPLAINTS = 0.001

/** At least 1 if either rate is too high, for all email that the account sends in this region. */
export function bouncesAndComplaints(): IMetric {
  const period = Duration.hours(1)
  const reputation = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, period, statistic: Stats.MAXIMUM })
  return new MathExpression({
    label: 'bounces and complaints',
    period,
    usingMetrics: { bounces: reputation('Reputation.BounceRate'), complaints: reputation('Reputation.ComplaintRate') },
    expression: `MAX([FILL(bounces, 0) / ${BOUNCES}, FILL(complaints, 0) / ${COMPLAINTS}])`,
  })
}

/** Failed attempts to sign in with a social account. */
export function refusedSignIns({ pool, client }: SignIn, providers: Provider[], period: Duration): IMetric {
  const attempts = (provider: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/Cognito',
      metricName: 'FederationSuccesses',
      dimensionsMap: {
        UserPool: pool.userPoolId,
        UserPoolClient: client.userPoolClientId,
        IdentityProvider: provider,
      },
      period,
      statistic,
    })
  const refused = providers.map(
    ({ name }, index) =>
      new MathExpression({
        label: name,
        period,
        usingMetrics: {
          [`all${index}`]: attempts(name, Stats.SAMPLE_COUNT),
          [`in${index}`]: attempts(name, Stats.SUM),
        },
        expression: `all${index} - in${index}`,
      }),
  )
  return total('refused', period, ...refused)
}
