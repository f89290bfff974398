import { join } from 'node:path'
import { ArnFormat, Duration, RemovalPolicy, type Size, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  Function as CdkFunction,
  Code,
  type ILayerVersion,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { FUNCTIONS, type FunctionName } from '../lambdas/contract/functions.ts'
import { RETENTION } from '../lambdas/contract/retention.ts'
import type { EnvironmentName } from '../lambdas/runtime/environment.ts'
import type { Config } from './config.ts'
import type { MediaBucket } from './media-bucket.ts'
import type { TableGrants, Tables } from './tables.ts'

export interface LambdaFunctionProps {
  environment?: Partial<Record<EnvironmentName, string>>
  /** Actions on tables, by table. */
  tables?: TableGrants
  /** Actions on objects of the media bucket, by key pattern; `ListBucket` takes no pattern and is granted on the bucket. */
  objects?: Partial<Record<ObjectAction, string[]>>
  /** Further IAM statements. */
  allow?: { actions: string[]; resources: string[]; conditions?: Record<string, Record<string, string>> }[]
  timeout?: Duration
  /** MB. */
  memory?: number
  /** Size of /tmp. */
  storage?: Size
  layers?: ILayerVersion[]
  /** Concurrent executions reserved for this function; also its limit. */
  reservedConcurrency?: number
}

export type ObjectAction =
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'AbortMultipartUpload'
  | 'ListMultipartUploadParts'
  | 'ListBucket'

/** Inputs that all functions of the application share. */
export interface SharedProps {
  config: Config
  /** Folder that `bundleLambdas` filled. */
  bundles: string
  tables: Tables
  bucket: MediaBucket
  environment: Partial<Record<EnvironmentName, string>>
}

/** A bundled handler with its log group and exactly the permissions in `props`. */
export class LambdaFunction extends CdkFunction {
  constructor(scope: Construct, name: FunctionName, shared: SharedProps, props: LambdaFunctionProps = {}) {
    const id = name.charAt(0).toUpperCase() + name.slice(1)
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: RETENTION.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    // CDK's default role may write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    super(scope, id, {
      description: `lambdas/${FUNCTIONS[name]}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(shared.bundles, name)),
      environment: { NODE_OPTIONS: '--enable-source-maps', ...shared.environment, ...props.environment },
      timeout: props.timeout ?? Duration.seconds(29),
      memorySize: props.memory ?? 512,
      ephemeralStorageSize: props.storage,
      layers: props.layers,
      reservedConcurrentExecutions: props.reservedConcurrency,
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      role,
    })
    logGroup.grantWrite(role)
    shared.tables.grant(this, props.tables ?? {})
    for (const [action, keys] of Object.entries(props.objects ?? {})) {
      const resources =
        action === 'ListBucket' ? [shared.bucket.bucketArn] : keys.map(pattern => shared.bucket.arnForObjects(pattern))
      this.addToRolePolicy(new PolicyStatement({ actions: [`s3:${action}`], resources }))
    }
    for (const statement of props.allow ?? []) this.addToRolePolicy(new PolicyStatement(statement))
  }
}

/** ARN pattern of a secret that the operator creates (`docs/operations.md`): Secrets Manager appends six characters to its name. */
export function secretArn(scope: Construct, name: string): string {
  return Stack.of(scope).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${name}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
}
