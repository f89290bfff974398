import type { SentenceFile } from '../contract/media-objects.ts'

/** Sentences that are translated together. */
const BATCH_SENTENCES = 20
/** Their text in UTF-8, well below what the translators take at once. */
const BATCH_BYTES = 6000

/** Divides sentences, in order and without a rest, into batches; a sentence over the limit stands alone. */
export function batchesOf(sentences: readonly { text: string }[]): SentenceFile['batches'] {
  const batches: SentenceFile['batches'] = []
  let open: { first: number; count: number } | undefined
  let bytes = 0
  for (const [index, { text }] of sentences.entries()) {
    const length = Buffer.byteLength(text)
    if (!open || open.count === BATCH_SENTENCES || bytes + length > BATCH_BYTES) {
      open = { first: index, count: 0 }
      bytes = 0
      batches.push(open)
    }
    open.count += 1
    bytes += length
  }
  return batches
}
