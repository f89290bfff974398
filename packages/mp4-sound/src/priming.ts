import { type Budget, boxesAt, type PlacedBox } from './box.ts'
import type { ReadBytes } from './bytes.ts'

/** Maximum bytes of a note; longer ones, such as covers, are skipped. */
const LONGEST_NOTE = 1024

/**
 * The encoder's priming, in samples before the sound begins, which iTunes, qaac and fdkaac note as text (`iTunSMPB`) in
 * the user data instead of writing an edit list. Browsers and FFmpeg skip it. 0 if there is no note.
 */
export async function notedPriming(read: ReadBytes, userData: PlacedBox, budget: Budget): Promise<number> {
  const inside = async (container: PlacedBox, type: string): Promise<PlacedBox | undefined> => {
    for await (const box of boxesAt(read, container, budget)) if (box.type === type) return box
    return undefined
  }
  const meta = await inside(userData, 'meta')
  const list = meta && (await inside({ ...meta, start: meta.start + VERSION_BYTES }, 'ilst'))
  if (!list) return 0
  for await (const box of boxesAt(read, list, budget)) {
    if (box.type !== '----' || box.end - box.start > LONGEST_NOTE) continue
    const note = new TextDecoder('latin1').decode(await read(box.start, box.end - box.start))
    const [, priming] = /iTunSMPB.{8,32}? [0-9A-F]{8} ([0-9A-F]{8}) /s.exec(note) ?? []
    if (priming) return Number.parseInt(priming, 16)
  }
  return 0
}

/** Version and flags, with which `meta` begins. */
const VERSION_BYTES = 4
