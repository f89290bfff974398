import { join } from 'node:path'
import { LocalError } from '#local-aws/machine/terminal.ts'
import { findsMissingState, lintTemplates, reasonFor } from './cfn-lint.ts'
import { runDataTests } from './data-tests.ts'
import { preparePython } from './python.ts'
import { walkStateMachines } from './state-machines.ts'
import { readTemplates } from './templates.ts'

/**
 * `npm run check:aws`: others' engines read our templates and our calls. cfn-lint checks every template and every resolved
 * state machine with every rule, moto's interpreter walks the state machines, and the tests of the data layer run against
 * moto's DynamoDB. Exits with 1 for any difference.
 */
const ROOT = join(import.meta.dirname, '../..')

async function check(): Promise<boolean> {
  const python = preparePython(join(ROOT, '.jamak/python'))
  const templates = readTemplates()
  const app = templates.find(({ name }) => name === 'development-JamakApp')
  if (!app) throw new Error('there is no application stack')
  const results = [
    await timed('cfn-lint', () => {
      if (!findsMissingState(python, app)) return ['a machine that starts nowhere is not found']
      const { faults, accepted } = lintTemplates(python, templates)
      for (const [rule, count] of Object.entries(accepted)) console.log(`  ${rule}, ${count} times: ${reasonFor(rule)}`)
      return faults
    }),
    await timed('state machines', () => {
      const { walked, faults } = walkStateMachines(python, app)
      console.log(`  ${walked} paths`)
      return faults
    }),
    await timed('data tests', async () => ((await runDataTests(python)) ? [] : ['tests fail against moto'])),
  ]
  return results.every(isClean => isClean)
}

async function timed(name: string, run: () => string[] | Promise<string[]>): Promise<boolean> {
  const start = performance.now()
  console.log(name)
  const faults = await run()
  for (const fault of faults) console.error(`  ${fault}`)
  console.log(`  ${faults.length} faults in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  return faults.length === 0
}

try {
  if (!(await check())) process.exitCode = 1
} catch (error) {
  if (!(error instanceof LocalError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
