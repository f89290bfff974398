import * as z from 'zod'
import { register, subtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import { editFile, projectFile } from '../../lambdas/contract/project.ts'
import { readKept, storeKept } from './personal-data.ts'

/** A subtitle that is stored only in this browser: the last recut one, or the sample. */
const localSubtitle = z.object({
  name: z.string(),
  profile: subtitleProfile,
  register,
  machine: projectFile,
  /** Absent before the first edit. */
  stored: editFile.optional(),
})
export type LocalSubtitle = z.infer<typeof localSubtitle>

const RECUT_KEY = 'subtitle'
export const SAMPLE_KEY = 'sample'

/** Replaces an earlier subtitle. */
export function storeLocalSubtitle(subtitle: LocalSubtitle, key = RECUT_KEY): Promise<void> {
  return storeKept(key, subtitle)
}

/** The stored subtitle; undefined if there is none, or none that this version can read. */
export async function readLocalSubtitle(key = RECUT_KEY): Promise<LocalSubtitle | undefined> {
  return localSubtitle.safeParse(await readKept(key)).data
}
