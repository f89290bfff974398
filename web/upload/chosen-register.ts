import { type Register, register } from '../../lambdas/contract/archive-entry.ts'

const KEY = 'jamak.register'

/** The register that was chosen last, where the deployment's translator offers it; else its first, 존댓말. */
export function readRegister(offered: readonly Register[]): Register {
  const stored = register.safeParse(localStorage.getItem(KEY)).data
  return stored && offered.includes(stored) ? stored : (offered[0] ?? 'polite')
}

export function saveRegister(chosen: Register): void {
  localStorage.setItem(KEY, chosen)
}
