import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { TABLE_NAMES, TABLES } from '../lambdas/contract/tables.ts'
import { acknowledgeData } from './acknowledged.ts'
import { MediaBucket } from './media-bucket.ts'
import { AppUsers } from './sign-in.ts'
import { Tables } from './tables.ts'

/**
 * Tables, media bucket and user pool, which are retained when the stack is deleted. Nothing in it depends on a setting or on
 * a name that may be taken, so a failed first deployment leaves no protected stack behind.
 */
export class DataStack extends Stack {
  readonly tables: Tables
  readonly bucket: MediaBucket
  readonly users: AppUsers

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props)
    this.tables = new Tables(this, 'Tables')
    this.bucket = new MediaBucket(this, 'Media')
    this.users = new AppUsers(this, 'People')

    acknowledgeData(this)

    for (const name of TABLE_NAMES)
      new CfnOutput(this, `${TABLES[name].id}Table`, { value: this.tables.byName[name].tableName })
    new CfnOutput(this, 'MediaBucket', { value: this.bucket.bucketName })
  }
}
