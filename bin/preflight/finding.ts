/**
 * `ok`: ready. `missing`: the deployment would fail or users could not sign in, so it is not started. `later`: the
 * deployment works but a part of the service does not yet. `unknown`: AWS did not say.
 */
export type State = 'ok' | 'missing' | 'later' | 'unknown'

export interface Answer {
  state: State
  /** What was found; never the value of a secret. */
  found: string
  /** What the operator does next, if anything. */
  next?: string
}

/** One line of the preflight's table. */
export type Finding = { what: string } & Answer

/** A call to AWS, the IAM permission that it needs, and what its response says. */
export interface Question {
  what: string
  /** Such as `ses:GetAccount`. */
  permission: string
  /** Undefined if there is nothing to report. */
  look: () => Promise<Answer | undefined>
}

/** Calls AWS. A failed call becomes an `unknown` finding that names what is needed to find out. */
export async function runQuestion({ what, permission, look }: Question): Promise<Finding[]> {
  try {
    const answer = await look()
    return answer ? [{ what, ...answer }] : []
  } catch (error) {
    return [{ what, state: 'unknown', ...reasonOf(error, permission) }]
  }
}

function reasonOf(error: unknown, permission: string): { found: string; next?: string } {
  if (isDenied(error))
    return { found: `needs the permission ${permission}`, next: 'grant it to the profile, or check manually' }
  return { found: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

/** Whether an error of the SDK has one of these names; the SDK names errors by their documented codes. */
export function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name)
}

/** AWS's protocols use different names for a missing permission. */
export function isDenied(error: unknown): boolean {
  return isNamed(error, 'AccessDeniedException', 'AccessDenied', 'UnauthorizedOperation', 'NotAuthorizedException')
}

/** The findings as a table: state, subject and finding in columns, the next step on its own line. */
export function findingsTable(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length))
  return findings
    .flatMap(({ what, state, found, next }) => [
      `${state.padEnd('unknown'.length)}  ${what.padEnd(width)}  ${found}`,
      ...(next === undefined ? [] : [`${' '.repeat(width + 11)}-> ${next}`]),
    ])
    .join('\n')
}

/** The last line of the table. */
export function verdict(findings: Finding[]): string {
  const count = (state: State) => findings.filter(finding => finding.state === state).length
  if (count('missing') > 0) return `Not ready: ${count('missing')} missing.`
  const later = count('later') > 0 ? ` ${count('later')} to do before users come.` : ''
  return count('unknown') > 0
    ? `Nothing is known to be missing; ${count('unknown')} unknown.${later}`
    : `Ready to deploy.${later}`
}
