import { Stack } from 'aws-cdk-lib'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { FunctionName } from '../lambdas/contract/functions.ts'
import { type Counted, METRICS } from '../lambdas/contract/log-lines.ts'
import type { LambdaFunction } from './lambda-function.ts'

/** Creates the metrics of `METRICS` from log lines; the namespace is the stack's name. */
export function countLogLines(scope: Construct, functions: Partial<Record<FunctionName, LambdaFunction>>): void {
  const metricNamespace = Stack.of(scope).stackName
  for (const [metricName, metric] of Object.entries(METRICS)) {
    const { of, by }: { of: Counted; by: readonly FunctionName[] } = metric
    for (const name of by) {
      const counted = functions[name]
      if (!counted) throw new Error(`no function ${name} for the metric ${metricName}`)
      new MetricFilter(scope, `${metricName}Of${counted.node.id}`, {
        logGroup: counted.logGroup,
        filterPattern: FilterPattern.stringValue('$.message.counted', '=', of),
        metricNamespace,
        metricName,
        metricValue: 'value' in metric ? `$.message.${metric.value}` : '1',
        dimensions: 'dimension' in metric ? { [metric.dimension]: `$.message.${metric.dimension}` } : undefined,
      })
    }
  }
}
