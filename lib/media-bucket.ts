import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, CfnBucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { VIDEO_DAYS } from '../lambdas/contract/limits.ts'
import { TRANSCRIBE_WRITE_CHECK, VIDEOS, WORK } from '../lambdas/contract/media-objects.ts'

/**
 * Keeps videos and work files for 3 days and subtitles indefinitely. Not versioned: versions would retain expired videos.
 * CORS allows any origin, because requests are authorized by their signature and naming the site would create a cycle
 * between the stacks.
 */
export class MediaBucket extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        { id: 'videos-leave', prefix: VIDEOS, expiration: Duration.days(VIDEO_DAYS) },
        { id: 'work-leaves', prefix: WORK, expiration: Duration.days(VIDEO_DAYS) },
        { id: 'write-checks-leave', prefix: TRANSCRIBE_WRITE_CHECK, expiration: Duration.days(1) },
        { id: 'unfinished-uploads-leave', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      cors: [
        {
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.GET, HttpMethods.POST, HttpMethods.PUT],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: 3000,
        },
      ],
    })
    // Set on the resource itself: CDK's property `eventBridgeEnabled` would add a custom resource with a Lambda function.
    const { defaultChild } = this.node
    if (defaultChild instanceof CfnBucket) {
      defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    }
  }
}
