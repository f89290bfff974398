import type { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'
import { fieldOf, filterPattern } from './filter-pattern.ts'

const metricFilter = z.object({
  FilterPattern: z.string(),
  LogGroupName: z.object({ Ref: z.string() }),
  MetricTransformations: z.tuple([
    z.object({
      MetricName: z.string(),
      MetricValue: z.string(),
      Dimensions: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
    }),
  ]),
})
const lambda = z.object({
  Description: z.string(),
  LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }),
})

/** A data point that CloudWatch would extract from one line. */
export interface Point {
  metric: string
  value: number
  dimensions: Record<string, unknown>
}

/** Data points that a template's metric filters extract from a function's lines; `handler` is for example `mail/notify`. */
export function logMetrics(template: Template): (handler: string, lines: string[]) => Point[] {
  const filters = Object.values(template.findResources('AWS::Logs::MetricFilter')).map(({ Properties }) =>
    metricFilter.parse(Properties),
  )
  const groups = new Map<string, string>()
  for (const { Properties } of Object.values(template.findResources('AWS::Lambda::Function'))) {
    const found = lambda.safeParse(Properties)
    if (found.success) groups.set(found.data.Description, found.data.LoggingConfig.LogGroup.Ref)
  }
  return (handler, lines) => {
    const group = groups.get(`lambdas/${handler}.handler.ts`)
    if (group === undefined) throw new Error(`no function ${handler}`)
    const parsed: unknown[] = lines.map(line => JSON.parse(line))
    return filters
      .filter(({ LogGroupName }) => LogGroupName.Ref === group)
      .flatMap(filter => parsed.filter(filterPattern(filter.FilterPattern)).map(line => pointOf(filter, line)))
  }
}

function pointOf(
  { MetricTransformations: [{ MetricName, MetricValue, Dimensions }] }: z.infer<typeof metricFilter>,
  line: unknown,
): Point {
  const value = MetricValue.startsWith('$') ? fieldOf(line, MetricValue) : Number(MetricValue)
  if (typeof value !== 'number') throw new Error(`${MetricName}: ${MetricValue} is not a number`)
  return {
    metric: MetricName,
    value,
    dimensions: Object.fromEntries(Dimensions.map(({ Key, Value }) => [Key, fieldOf(line, Value)])),
  }
}
