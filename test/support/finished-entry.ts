import { buildDraft, buildProject, cutDraft, writeFiles } from '#subtitle-engine/edit'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { cuesKey, projectKey, subtitleKey } from '../../lambdas/contract/media-objects.ts'
import { deliver } from '../../lambdas/records/ledger/index.ts'
import { sentenceOf } from '../../packages/subtitle-engine/test/support/words.ts'
import type { TestMedia } from './media.ts'
import type { TestTables } from './tables.ts'
import { delivery, heldEntry } from './users.ts'

const TEXTS = [
  ['We met in the park .', '공원에서 만났어요.'],
  ['It was late .', '늦었어요.'],
  ['Then we left together .', '그리고 함께 떠났어요.'],
] as const

/** The sentences of a small talk, as the machine delivered them. */
export const machine = buildDraft(
  TEXTS.map(([english, korean], i) => {
    return { sentence: sentenceOf(english, 1000 + i * 5000, `s${i + 1}`), korean, problems: [] }
  }),
  { durationMs: 20_000, register: 'polite' },
)

/** Creates an entry with the delivered subtitle of `machine`. */
export async function finishedEntry({ tables }: TestTables, media: TestMedia, uid: string): Promise<ArchiveEntry> {
  const entry = await heldEntry(tables, uid, { name: '인터뷰.mp4' })
  const { title } = entry
  const files = writeFiles(cutDraft(machine))
  await media.put(subtitleKey(uid, title), files.srt, 'application/x-subrip')
  await media.put(cuesKey(uid, title), JSON.stringify(files.preview), 'application/json')
  await media.put(projectKey(uid, title), JSON.stringify(buildProject(machine)), 'application/json')
  await deliver(tables, entry, delivery(entry))
  return entry
}
