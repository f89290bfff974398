/** mediabunny fills a decoder's queue up to 40 packets. Counted fourfold, the queue takes 10. */
const WEIGHT = 4

/**
 * Makes decoders of pictures appear busier than they are to mediabunny. It would otherwise let 40 pictures wait in memory,
 * 125 MB at 1080p, which Chromium does not give back while decoding goes on. Has no effect if called again.
 */
export function decodeFewPictures(): void {
  if (typeof VideoDecoder === 'undefined' || VideoDecoder.name === FewPictures) return
  globalThis.VideoDecoder = class extends VideoDecoder {
    static override readonly name = FewPictures
    override get decodeQueueSize(): number {
      return super.decodeQueueSize * WEIGHT
    }
  }
}

const FewPictures = 'FewPicturesDecoder'
