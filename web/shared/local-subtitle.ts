import * as z from 'zod'
import { register, subtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import { editFile, projectFile } from '../../lambdas/contract/project.ts'
import { readKept, storeKept } from './personal-data.ts'

/** The last recut subtitle, stored only in this browser. */
const localSubtitle = z.object({
  name: z.string(),
  profile: subtitleProfile,
  register,
  machine: projectFile,
  /** Absent before the first edit. */
  stored: editFile.optional(),
})
export type LocalSubtitle = z.infer<typeof localSubtitle>

const KEY = 'subtitle'

/** Replaces an earlier subtitle. */
export function storeLocalSubtitle(subtitle: LocalSubtitle): Promise<void> {
  return storeKept(KEY, subtitle)
}

/** The stored subtitle; undefined if there is none, or none that this version can read. */
export async function readLocalSubtitle(): Promise<LocalSubtitle | undefined> {
  return localSubtitle.safeParse(await readKept(KEY)).data
}
