import { S3Client } from '@aws-sdk/client-s3'

/** S3 transfers may take minutes, so only a connection without any traffic is given up. */
const IDLE_AT_MOST = { connectionTimeout: 3000, socketTimeout: 60_000 }

/**
 * A client that sends checksums only if S3 requires them: a presigned URL with one would demand it from the browser.
 */
export function s3Client(): S3Client {
  return new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: IDLE_AT_MOST,
  })
}
