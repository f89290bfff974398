import { Duration, Stack } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  GraphWidgetView,
  type IMetric,
  MathExpression,
  Metric,
  SingleValueWidget,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { FunctionName } from '../lambdas/contract/functions.ts'
import type { MetricName } from '../lambdas/contract/log-lines.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { countLogLines } from './log-metrics.ts'
import { PRICES } from './prices.ts'

const DAY = Duration.days(1)

/** The business at a glance: submissions, waiting times, refunds, sales and cost. */
export class Dashboard extends Construct {
  private readonly namespace: string

  constructor(
    scope: Construct,
    id: string,
    props: { functions: Partial<Record<FunctionName, LambdaFunction>>; alarms: Alarm[] },
  ) {
    super(scope, id)
    this.namespace = Stack.of(this).stackName
    countLogLines(this, props.functions)
    const wide = { width: 12, height: 6 }
    new CloudWatchDashboard(this, 'Board', {
      dashboardName: `${this.namespace}-${Stack.of(this).region}`,
      defaultInterval: Duration.days(30),
      widgets: [
        [
          new SingleValueWidget({
            title: 'The days shown, added up',
            width: 24,
            height: 4,
            setPeriodToTimeRange: true,
            metrics: [
              this.sum('Submissions'),
              this.sum('MinutesHeard'),
              this.sum('TokensSold'),
              this.sum('WonSold'),
              this.sum('TokensGiven'),
            ],
          }),
        ],
        [
          new GraphWidget({
            ...wide,
            title: 'Submissions and minutes heard a day',
            left: [this.sum('Submissions')],
            right: [this.sum('MinutesHeard')],
          }),
          new GraphWidget({
            ...wide,
            title: 'Minutes from submission to subtitle',
            left: [
              this.metric('WaitingMinutes', Stats.AVERAGE, 'average'),
              this.metric('WaitingMinutes', Stats.MAXIMUM, 'longest'),
            ],
          }),
        ],
        [
          new GraphWidget({
            ...wide,
            title: 'Refunds a day, by cause',
            stacked: true,
            view: GraphWidgetView.TIME_SERIES,
            left: [
              new MathExpression({
                label: '',
                period: DAY,
                expression: `SEARCH('{${this.namespace},failure} MetricName="Refunds"', 'Sum', ${DAY.toSeconds()})`,
              }),
            ],
          }),
          new GraphWidget({
            ...wide,
            title: 'Tokens sold and given a day',
            left: [this.sum('TokensSold'), this.sum('TokensGiven')],
          }),
        ],
        [
          new GraphWidget({
            ...wide,
            title: 'Sentences a day to check, and left to the plain translator, %',
            left: [this.share('SentencesFlagged', 'flagged'), this.share('SentencesPlain', 'plain')],
          }),
          new GraphWidget({
            ...wide,
            title: 'Mean confidence of a day’s words, %',
            left: [
              new MathExpression({
                label: 'confidence',
                period: DAY,
                usingMetrics: { words: this.sum('Words'), confidence: this.sum('WordConfidence') },
                expression: '100 * confidence / words',
              }),
            ],
          }),
        ],
        [
          new GraphWidget({
            ...wide,
            title: 'Recognition a day, estimated, US dollars (npm run cost has the whole bill)',
            left: [
              new MathExpression({
                label: 'Amazon Transcribe',
                period: DAY,
                usingMetrics: { minutes: this.sum('MinutesHeard') },
                expression: `minutes * ${PRICES.transcribeMinute.usd}`,
              }),
            ],
          }),
          new AlarmStatusWidget({ ...wide, title: 'Alarms', alarms: props.alarms }),
        ],
      ],
    })
  }

  /** Percent of a day's sentences. */
  private share(name: MetricName, label: 'flagged' | 'plain'): IMetric {
    const usingMetrics = { [label]: this.sum(name), sentences: this.sum('Sentences') }
    return new MathExpression({ label, period: DAY, usingMetrics, expression: `100 * ${label} / sentences` })
  }

  private sum(name: MetricName): IMetric {
    return this.metric(name, Stats.SUM, name)
  }

  private metric(metricName: MetricName, statistic: string, label: string): IMetric {
    return new Metric({ namespace: this.namespace, metricName, statistic, label, period: DAY })
  }
}
