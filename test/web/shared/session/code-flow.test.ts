import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createProofKey } from '../../../../web/shared/session/code-flow.ts'

it('a challenge is the SHA-256 of its verifier, as RFC 7636 requires', async () => {
  const { verifier, challenge } = await createProofKey()
  expect(verifier).toMatch(/^[\w-]{43,128}$/)
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'))
})

it('two proof keys differ in verifier and state', async () => {
  const [one, other] = await Promise.all([createProofKey(), createProofKey()])
  expect(one.verifier).not.toBe(other.verifier)
  expect(one.state).not.toBe(other.state)
})
