import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { type MediaBucket, removeObjects } from './media-bucket.ts'

/** Removes every object whose key begins with the prefix. */
export async function removePrefix(media: MediaBucket, prefix: string): Promise<void> {
  let from: string | undefined
  do {
    const page = await media.client.send(
      new ListObjectsV2Command({ Bucket: media.name, Prefix: prefix, ContinuationToken: from }),
    )
    const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
    await removeObjects(media, keys)
    from = page.NextContinuationToken
  } while (from !== undefined)
}
