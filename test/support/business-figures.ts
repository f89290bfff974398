import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'
import { loadAssembly } from '#local-aws/template/index.ts'
import { createResolver } from '#local-aws/template/resolve.ts'
import { PRICES } from '../../lib/prices.ts'
import { logMetrics, type Point } from './log-metrics.ts'

const board = z.object({ DashboardBody: z.unknown() })
const described = z.looseObject({ Description: z.string().default('') })

/** The business figures that the operator's dashboard shows, computed from log lines of the local cloud. */
export async function businessFigures(assemblyFolder: string, log: string[]) {
  const template = Template.fromJSON(JSON.parse(await readFile(join(assemblyFolder, 'JamakApp.template.json'), 'utf8')))
  const points = await pointsOf(assemblyFolder, template, log)
  const named = (metric: string) => points.filter(point => point.metric === metric)
  const sum = (metric: string) => named(metric).reduce((total, { value }) => total + value, 0)
  const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'))
  const shown = JSON.stringify(board.parse(dashboard?.Properties).DashboardBody)
  const [, factor = ''] = /minutes \* ([\d.]+)/.exec(shown) ?? []
  const values = {
    Submissions: sum('Submissions'),
    MinutesHeard: sum('MinutesHeard'),
    TokensSold: sum('TokensSold'),
    WonSold: sum('WonSold'),
    TokensGiven: sum('TokensGiven'),
    Refunds: Object.fromEntries(
      Object.entries(Object.groupBy(named('Refunds'), ({ dimensions }) => String(dimensions.failure))).map(
        ([cause, each]) => [cause, each?.length],
      ),
    ),
  }
  const missing = [...Object.keys(values), 'WaitingMinutes'].filter(name => !shown.includes(name))
  if (missing.length > 0) throw new Error(`the dashboard does not show ${missing.join(', ')}`)
  return {
    values,
    waits: named('WaitingMinutes').map(({ value }) => value),
    recognitionUsd: values.MinutesHeard * Number(factor),
    minuteUsd: PRICES.transcribeMinute.usd,
  }
}

/** The data points that the template's metric filters extract from each function's lines. */
async function pointsOf(assemblyFolder: string, template: Template, log: string[]): Promise<Point[]> {
  const assembly = await loadAssembly(assemblyFolder)
  const resolver = createResolver(assembly)
  const metricsOf = logMetrics(template)
  return assembly.ofType('AWS::Lambda::Function').flatMap(resource => {
    const [, handler] = /^lambdas\/(.+)\.handler\.ts$/.exec(resolver.read(resource, described).Description) ?? []
    if (handler === undefined) return []
    const head = `${resolver.ref(resource)} | `
    const lines = log.filter(line => line.startsWith(`${head}{`)).map(line => line.slice(head.length))
    return metricsOf(handler, lines)
  })
}
