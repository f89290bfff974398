import { S3Client } from '@aws-sdk/client-s3'

export {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  paginateListParts,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'

/** S3 transfers may take minutes, so only a connection without any traffic is given up. */
const IDLE_AT_MOST = { connectionTimeout: 3000, socketTimeout: 60_000 }

/** A client that adds checksums only where S3 requires them. */
export function s3Client(): S3Client {
  return new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: IDLE_AT_MOST,
  })
}
