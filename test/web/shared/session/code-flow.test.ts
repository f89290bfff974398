import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createProof } from '../../../../web/shared/session/code-flow.ts'

it('the challenge is the SHA-256 of the verifier, as RFC 7636 has it', async () => {
  const { verifier, challenge } = await createProof()
  expect(verifier).toMatch(/^[\w-]{43,128}$/)
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'))
})

it('no two are alike', async () => {
  const [one, other] = await Promise.all([createProof(), createProof()])
  expect(one.verifier).not.toBe(other.verifier)
  expect(one.state).not.toBe(other.state)
})
