import type { Register, SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'

/** What the popup lets the user choose. */
export interface Choices {
  register: Register
  profile: SubtitleProfile
  captions: boolean
  glossary: boolean
  /** Whether those submitted together belong to one series. */
  series: boolean
  /** Id of the series that the videos join. */
  joins?: string | undefined
  /** Whether this browser remembers the video for the editor. */
  keeps: boolean
  /** The English text as spoken, and notes for the translator; '' for none. */
  script: string
  notes: string
}

/** Whether the video's English subtitle replaces transcription. With a script, the sound is transcribed. */
export function usesCaptions({ captions, script }: Choices): boolean {
  return captions && script.trim() === ''
}
