import { type Finding, findingsTable, verdict } from '../preflight/finding.ts'

export interface DeployDeps {
  preflight: () => Promise<Finding[]>
  /** Runs CDK with output to this terminal; returns its exit code. */
  cdk: (...args: string[]) => Promise<number>
  /** Checks the deployed service. */
  lastLook: () => Promise<Finding[]>
  print: (text: string) => void
}

/** Folder of the synthesized stacks, so that exactly these are deployed. */
const ASSEMBLY = 'cdk.out'
export const OUTPUTS = 'outputs.json'

/**
 * Preflight, synthesis, deployment, last look. Stops at the first step that fails.
 * @param more further arguments for `cdk deploy`
 * @returns exit code
 */
export async function deploy(deps: DeployDeps, more: string[]): Promise<number> {
  const before = await deps.preflight()
  deps.print(`${findingsTable(before)}\n\n${verdict(before)}\n`)
  if (hasMissing(before)) return 1

  const synthesized = await deps.cdk('synth', '--quiet', '--output', ASSEMBLY)
  if (synthesized !== 0) return synthesized
  const deployed = await deps.cdk('deploy', '--all', '--app', ASSEMBLY, '--outputs-file', OUTPUTS, ...more)
  if (deployed !== 0) return deployed

  const looks = [...(await deps.lastLook()), ...(await deps.preflight()).filter(({ state }) => state !== 'ok')]
  deps.print(`\n${findingsTable(looks)}`)
  return hasMissing(looks) ? 1 : 0
}

function hasMissing(findings: Finding[]): boolean {
  return findings.some(({ state }) => state === 'missing')
}
