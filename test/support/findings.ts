import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import * as z from 'zod'
import type { DataStack } from '../../lib/data-stack.ts'
import { freshApp } from './synthesized.ts'

const report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(
        z.object({ ruleName: z.string(), violatingConstructs: z.array(z.object({ constructPath: z.string() })) }),
      ),
    }),
  ),
})

/** Synthesizes with CDK's validation and cdk-nag, and returns their findings. */
export function findings(
  settings: Record<string, string>,
  change: (data: DataStack) => void = () => undefined,
): string[] {
  const { app, data } = freshApp(settings, true)
  change(data)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  try {
    app.synth()
    return []
  } catch (error) {
    const found = report.safeParse(JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8')))
    if (!found.success) throw error
    const named = found.data.pluginReports
      .flatMap(({ violations }) => violations)
      .flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      )
    return named.length > 0 ? named : [String(error)]
  } finally {
    rmSync(dirname(app.outdir), { recursive: true, force: true })
  }
}
