import { projectFile } from '../../lambdas/contract/project.ts'
import { type LocalSubtitle, readLocalSubtitle, SAMPLE_KEY } from '../shared/local-subtitle.ts'
import { LOCAL_EDITOR } from './texts.ts'

/** Files that the build writes, see `web/build/sample.ts`. */
const PROJECT = '/sample/sky.json'
export const SAMPLE_FILM = '/sample/sky.mp4'

/** The sample with the edits that this browser keeps, unless they were made to another version of it. */
export async function readSample(): Promise<LocalSubtitle> {
  const response = await fetch(PROJECT)
  if (!response.ok) throw new Error(`${PROJECT}: ${response.status}`)
  const machine = projectFile.parse(await response.json())
  const kept = await readLocalSubtitle(SAMPLE_KEY).catch((error: unknown) => console.warn(error))
  if (kept && JSON.stringify(kept.machine) === JSON.stringify(machine)) return kept
  return { name: LOCAL_EDITOR.sample, profile: 'standard', register: 'polite', machine }
}
