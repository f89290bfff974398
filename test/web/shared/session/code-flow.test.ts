import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createProof } from '../../../../web/shared/session/code-flow.ts'

it('a challenge is the SHA-256 of its verifier, as RFC 7636 requires', async () => {
  const { verifier, challenge } = await createProof()
  expect(verifier).toMatch(/^[\w-]{43,128}$/)
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'))
})

it('two proofs differ in verifier and state', async () => {
  const [one, other] = await Promise.all([createProof(), createProof()])
  expect(one.verifier).not.toBe(other.verifier)
  expect(one.state).not.toBe(other.state)
})
