import { tokenCost } from '../../lambdas/contract/pricing.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'

/** What the popup asks about: one YouTube video, or files. */
export type Candidate =
  | { kind: 'youtube'; quote: RouteResponse<'quoteYoutube'> }
  | { kind: 'files'; files: readonly FileCandidate[]; restored: boolean }

export interface FileCandidate {
  id: string
  name: string
  file: Blob
  fingerprint: string
  durationSeconds: number
  /** Bytes of its sound where that alone is sent; absent where the file goes whole. */
  soundBytes?: number
  /** Bytes of the file as it was chosen. */
  wholeBytes: number
}

/** Tokens that a candidate needs, by the browser's reading; the server reads the length again. */
export function tokensOf(candidate: Candidate): number {
  if (candidate.kind === 'youtube') return candidate.quote.tokens
  return candidate.files.reduce((sum, { durationSeconds }) => sum + tokenCost(durationSeconds), 0)
}
