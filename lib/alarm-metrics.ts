import { Duration, Stack } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { FailureCode } from '../lambdas/contract/archive-entry.ts'
import type { MetricName, Topic } from '../lambdas/contract/log-lines.ts'
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

/** Videos that were refunded for one of these reasons: the metric `Refunds`, which has a dimension of the same name. */
export function refundsFor(scope: Construct, failures: readonly FailureCode[], period: Duration): IMetric {
  const namespace = Stack.of(scope).stackName
  const refunds = failures.map(
    failure =>
      new Metric({
        namespace,
        metricName: 'Refunds' satisfies MetricName,
        dimensionsMap: { failure },
        period,
        statistic: Stats.SUM,
      }),
  )
  return total('refunds', period, ...refunds)
}

/**
 * What a day's figures may be. Guesses until a few weeks of one's own are known: nothing was measured on AWS. Amazon Transcribe
 * gives most words of clear speech more than 0.9.
 */
const ORDINARY_DAY = { flagged: 0.3, plain: 0.1, confidence: 0.85 }
/** Smaller days say nothing: about ten minutes of speech. */
const LEAST_SENTENCES = 100
const LEAST_WORDS = 1500

/** At least 1 if more sentences than usual were flagged or left to the plain translator, or words were transcribed worse. */
export function qualityDecline(scope: Construct): IMetric {
  const period = Duration.days(1)
  const sum = (metricName: MetricName) =>
    new Metric({ namespace: Stack.of(scope).stackName, metricName, period, statistic: Stats.SUM })
  const share = (part: string, limit: number) =>
    `IF(FILL(sentences, 0) >= ${LEAST_SENTENCES}, FILL(${part}, 0) / sentences / ${limit}, 0)`
  const doubt = `IF(FILL(words, 0) >= ${LEAST_WORDS}, (1 - confidence / words) / ${(1 - ORDINARY_DAY.confidence).toFixed(2)}, 0)`
  return new MathExpression({
    label: 'worse than an ordinary day',
    period,
    usingMetrics: {
      sentences: sum('Sentences'),
      flagged: sum('SentencesFlagged'),
      plain: sum('SentencesPlain'),
      words: sum('Words'),
      confidence: sum('WordConfidence'),
    },
    expression: `MAX([${share('flagged', ORDINARY_DAY.flagged)}, ${share('plain', ORDINARY_DAY.plain)}, ${doubt}])`,
  })
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
