import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { type CheckedTemplate, resolveDefinitions, writeTemplate } from './templates.ts'

/** Findings of cfn-lint that stay, by rule, each with its reason. */
const ACCEPTED: Record<string, string> = {
  W3005: 'CDK states a dependency on a role beside the reference to it; CloudFormation ignores the repetition',
  I1022: 'CDK writes Fn::Join where a person would write Fn::Sub',
}

const finding = z.object({
  Level: z.string(),
  Message: z.string(),
  Filename: z.string(),
  Rule: z.object({ Id: z.string() }),
  Location: z.object({ Path: z.array(z.union([z.string(), z.number()])).nullable() }),
})
type LintFinding = z.infer<typeof finding>

/** What a run found: faults, and the number of accepted findings by rule. */
export interface Linted {
  faults: string[]
  accepted: Record<string, number>
}

/** Runs cfn-lint with every rule on the templates and on their state machines' resolved definitions. */
export function lintTemplates(python: string, templates: readonly CheckedTemplate[]): Linted {
  const resolved = templates.flatMap(template =>
    Object.entries(resolveDefinitions(template)).map(([id, text]) => machineTemplate(`${template.name}-${id}`, text)),
  )
  const findings = [...templates, ...resolved].flatMap(template => lint(python, template))
  const accepted: Record<string, number> = {}
  const faults: string[] = []
  for (const { Rule, Level, Message, Filename, Location } of findings)
    if (Object.hasOwn(ACCEPTED, Rule.Id)) accepted[Rule.Id] = (accepted[Rule.Id] ?? 0) + 1
    else faults.push(`${Level} ${Rule.Id} ${Filename} ${Location.Path?.join('/') ?? ''}: ${Message}`)
  return { faults, accepted }
}

/** Whether cfn-lint finds a machine that starts with a state that is not there, so that a clean run means something. */
export function findsMissingState(python: string, { name, ...rest }: CheckedTemplate): boolean {
  const [definition = ''] = Object.values(resolveDefinitions({ name, ...rest }))
  const broken = definition.replace(/"StartAt":"[^"]+"/, '"StartAt":"Nowhere"')
  return lint(python, machineTemplate(`${name}-broken`, broken)).some(({ Level }) => Level === 'Error')
}

export const reasonFor = (rule: string): string => ACCEPTED[rule] ?? ''

function machineTemplate(name: string, definition: string): CheckedTemplate {
  const Properties = { RoleArn: 'arn:aws:iam::123456789012:role/r', DefinitionString: definition }
  const template = { Resources: { Machine: { Type: 'AWS::StepFunctions::StateMachine', Properties } } }
  return { name, region: 'ap-northeast-2', template }
}

function lint(python: string, template: CheckedTemplate): LintFinding[] {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-lint-'))
  try {
    const path = writeTemplate(folder, template)
    const options = ['--include-checks', 'I', '--regions', template.region, '--format', 'json', '--', path]
    const run = spawnSync(join(dirname(python), 'cfn-lint'), options, { encoding: 'utf8', maxBuffer: 1e8 })
    if (run.stdout === '') throw new Error(`cfn-lint ended with ${run.status ?? run.signal}: ${run.stderr}`)
    return z.array(finding).parse(JSON.parse(run.stdout))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
