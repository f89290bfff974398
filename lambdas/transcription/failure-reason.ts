import type { FailureCode } from '../contract/archive-entry.ts'

/** What Amazon writes into a failed job's `FailureReason`, by the words that tell them apart. */
const REASONS: [RegExp, FailureCode][] = [
  [/length is too (?:small|short)|too short/i, 'NO_SPEECH'],
  [/file size too large|exceeds the maximum (?:size|length|duration)|too long/i, 'TOO_LONG'],
  [/number of channels|sample rate|media format|unsupported|codec/i, 'UNSUPPORTED_AUDIO'],
  [/no audio|does not contain audio|audio (?:stream|track)/i, 'NO_AUDIO'],
  [/isn't valid|not valid|invalid|corrupt|parse/i, 'DAMAGED_VIDEO'],
]

/** Amazon heard too little speech to say which language it is. */
export function isUnidentified(reason: string): boolean {
  return /language identification|identify the language|dominant language/i.test(reason)
}

/** The failure that a job's reason stands for; ENGINE_ERROR where it says nothing about the media. */
export function failureOfReason(reason: string): FailureCode {
  return REASONS.find(([words]) => words.test(reason))?.[1] ?? 'ENGINE_ERROR'
}
