import { Duration, Size, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { isLocalModel } from '../lambdas/contract/local-model.ts'
import {
  CAPTIONS,
  HEARD,
  HEARING,
  MOST_JOBS,
  MOST_PARTS,
  SOUNDS,
  SUBTITLES,
  TRANSCRIBE_WRITE_CHECK,
  VIDEOS,
  WORK,
} from '../lambdas/contract/media-objects.ts'
import { modelBehind, modelName } from './bedrock-model.ts'
import type { Config } from './config.ts'
import { grantEmail, OUTBOX_ACTIONS } from './email.ts'
import { hearingLayer } from './hearing-layer.ts'
import { LambdaFunction, type SharedProps, secretArn } from './lambda-function.ts'
import type { StepLambdas } from './workflow-definition.ts'
import { ytDlpLayer } from './yt-dlp-layer.ts'

/** Step Functions supports no resource for this action: the token names the task. */
export const RETURN_TASK_TOKEN = { actions: ['states:SendTaskSuccess'], resources: ['*'] }

/** The function behind each step of a video, with its grants. */
export function createSteps(scope: Construct, shared: SharedProps): StepLambdas {
  const { config } = shared
  const layer = ytDlpLayer(scope, config)
  const transcribeRole = roleOfTranscribe(scope, shared)
  // Amazon Transcribe also checks the caller's own access to media and result before it assumes its role.
  const transcribed = { GetObject: [`${WORK}*`], PutObject: [`${WORK}*`, TRANSCRIBE_WRITE_CHECK] }
  const { hearing } = config
  // Without ListBucket, S3 would not report that our own recognizer's transcript is missing.
  const whetherHeard = hearing === 'own' && { ListBucket: [] }
  const passRole = {
    actions: ['iam:PassRole'],
    resources: [transcribeRole.roleArn],
    conditions: { StringEquals: { 'iam:PassedToService': 'transcribe.amazonaws.com' } },
  }

  const steps: StepLambdas = {
    notify: new LambdaFunction(scope, 'notify', shared, {
      tables: {
        outbox: OUTBOX_ACTIONS,
        archive: ['GetItem'],
        users: ['GetItem'],
        service: ['GetItem', 'UpdateItem'],
      },
    }),
    fetchSource: new LambdaFunction(scope, 'fetchSource', shared, {
      environment: {
        YOUTUBE_FETCH: config.youtubeFetch,
        YOUTUBE_PROXY_SECRET: config.youtubeProxySecret ?? 'none',
        YT_DLP_PATH: layer ? '/opt/bin/yt-dlp' : 'yt-dlp',
      },
      timeout: Duration.minutes(15),
      memory: 1024,
      storage: Size.gibibytes(5),
      layers: layer && [layer],
      tables: { archive: ['GetItem', 'UpdateItem'] },
      objects: { GetObject: [`${WORK}*`], PutObject: [`${WORK}*`], ListBucket: [] },
      allow: config.youtubeProxySecret
        ? [{ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn(scope, config.youtubeProxySecret)] }]
        : [],
    }),
    settle: new LambdaFunction(scope, 'settle', shared, {
      environment: {
        PARTS_FROM_MINUTES: String(config.partsFromMinutes),
        MOST_PARTS: String(hearing === 'own' ? MOST_PARTS : MOST_JOBS),
      },
      timeout: Duration.minutes(5),
      memory: 1024,
      tables: {
        archive: ['GetItem', 'UpdateItem'],
        users: ['GetItem', 'UpdateItem'],
        service: ['GetItem', 'UpdateItem'],
        ledger: ['GetItem', 'PutItem'],
        payments: ['GetItem', 'UpdateItem'],
        outbox: ['UpdateItem'],
        logs: ['PutItem'],
      },
      objects: { GetObject: [`${VIDEOS}*`, `${WORK}*`], PutObject: [`${WORK}*`], ListBucket: [] },
    }),
    ...(hearing === 'own' && { hearSound: createHearSound(scope, shared) }),
    startTranscription: new LambdaFunction(scope, 'startTranscription', shared, {
      environment: { TRANSCRIBE_ROLE_ARN: transcribeRole.roleArn, HEARING: hearing },
      tables: { archive: ['GetItem'] },
      objects: { ...transcribed, ListBucket: [] },
      allow: [{ actions: ['transcribe:StartTranscriptionJob'], resources: ['*'] }, passRole],
    }),
    // May start a second job if there was too little speech to identify its language.
    checkTranscription: new LambdaFunction(scope, 'checkTranscription', shared, {
      environment: { TRANSCRIBE_ROLE_ARN: transcribeRole.roleArn, HEARING: hearing },
      tables: { archive: ['GetItem'], service: ['PutItem'] },
      objects: { ...transcribed, ...whetherHeard },
      allow: [
        RETURN_TASK_TOKEN,
        { actions: ['transcribe:StartTranscriptionJob'], resources: ['*'] },
        { actions: ['transcribe:GetTranscriptionJob'], resources: [transcriptionJobs(scope)] },
        passRole,
      ],
    }),
    readTranscript: new LambdaFunction(scope, 'readTranscript', shared, {
      environment: { HEARING: hearing, BEDROCK_MODEL_ID: modelEnvironment(config).BEDROCK_MODEL_ID },
      memory: 1024,
      timeout: Duration.minutes(1),
      tables: { archive: ['GetItem', 'UpdateItem'], service: ['GetItem'] },
      // A script may have expired.
      objects: { GetObject: [`${WORK}*`], PutObject: [`${WORK}*`], ListBucket: [] },
    }),
    writeBrief: new LambdaFunction(scope, 'writeBrief', shared, {
      environment: modelEnvironment(config),
      timeout: Duration.minutes(15),
      tables: { archive: ['GetItem'], service: ['GetItem'] },
      objects: { GetObject: [`${WORK}*`], PutObject: [`${WORK}*`], ListBucket: [] },
      allow: modelAccess(scope, config),
    }),
    translateBatch: new LambdaFunction(scope, 'translateBatch', shared, {
      environment: {
        ...modelEnvironment(config),
        SECOND_LOOK: config.secondLook,
        BREAK_REVIEW: config.breakReview,
        GLOSSARY: config.glossary,
      },
      timeout: Duration.minutes(15),
      tables: { archive: ['GetItem'] },
      objects: { GetObject: [`${WORK}*`], PutObject: [`${WORK}*`], ListBucket: [] },
      allow: [{ actions: ['translate:TranslateText'], resources: ['*'] }, ...modelAccess(scope, config)],
    }),
    checkMeaning: new LambdaFunction(scope, 'checkMeaning', shared, {
      environment: {
        MEANING_CHECK_MODEL: config.checkingModel ?? 'none',
        CHECKED_AT_ONCE: String(config.translatedAtOnce),
      },
      timeout: Duration.minutes(15),
      tables: { archive: ['GetItem'] },
      objects: { GetObject: [`${WORK}*`], PutObject: [`${WORK}*`], ListBucket: [] },
      allow: modelGrant(scope, config.checkingModel),
    }),
    writeSubtitle: new LambdaFunction(scope, 'writeSubtitle', shared, {
      environment: {
        TRANSLATED_BY: translatorName(config),
        CHECKED_BY: checkerName(config),
      },
      memory: 1024,
      timeout: Duration.minutes(2),
      tables: {
        archive: ['GetItem', 'UpdateItem'],
        users: ['UpdateItem'],
        service: ['GetItem', 'UpdateItem'],
        outbox: ['UpdateItem'],
      },
      objects: {
        GetObject: [`${WORK}*`],
        PutObject: [`${SUBTITLES}*`],
        DeleteObject: [`${SUBTITLES}*`],
        ListBucket: [],
      },
    }),
    refund: new LambdaFunction(scope, 'refund', shared, {
      tables: {
        archive: ['GetItem', 'UpdateItem'],
        users: ['GetItem', 'UpdateItem'],
        service: ['GetItem', 'UpdateItem'],
        ledger: ['PutItem'],
        payments: ['GetItem', 'UpdateItem'],
        outbox: ['UpdateItem'],
        logs: ['PutItem'],
      },
    }),
  }
  grantEmail(steps.notify, config)
  return steps
}

/** Memory of our own recognizer in MB. This is Lambda's maximum, because only the maximum comes with six processors. */
export const HEARING_MEMORY = 10_240
/** Space for the weights (0.7 GB) and the longest part of a sound. */
const HEARING_STORAGE = Size.gibibytes(2)

/** The function of our own recognizer. It reads the paid-for sound and the weights, and writes transcripts. */
function createHearSound(scope: Construct, shared: SharedProps): LambdaFunction {
  const { path, layer } = hearingLayer(scope, shared.config)
  return new LambdaFunction(scope, 'hearSound', shared, {
    environment: { RECOGNIZER_PATH: path },
    timeout: Duration.minutes(15),
    memory: HEARING_MEMORY,
    storage: HEARING_STORAGE,
    layers: layer && [layer],
    tables: { archive: ['GetItem'] },
    objects: {
      GetObject: [SOUNDS, CAPTIONS, HEARD, `${HEARING}*`],
      PutObject: [HEARD],
      ListBucket: [],
    },
  })
}

/**
 * The role with which Amazon Transcribe reads the paid-for sound (never an upload or its copy) and writes the transcript,
 * for jobs of this account only.
 */
function roleOfTranscribe(scope: Construct, { bucket }: SharedProps): Role {
  const role = new Role(scope, 'TranscribeRole', {
    description: 'Amazon Transcribe reads the sound that was paid for and writes the transcript',
    assumedBy: new ServicePrincipal('transcribe.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  })
  const sounds = bucket.arnForObjects(SOUNDS)
  const results = [`${WORK}*`, TRANSCRIBE_WRITE_CHECK].map(keys => bucket.arnForObjects(keys))
  role.addToPolicy(new PolicyStatement({ actions: ['s3:GetObject'], resources: [sounds] }))
  role.addToPolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: results }))
  role.addToPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }))
  return role
}

/** Environment variables that name the translator and its model. */
export function modelEnvironment(config: Config): { TRANSLATOR: string; BEDROCK_MODEL_ID: string } {
  return { TRANSLATOR: config.translator, BEDROCK_MODEL_ID: config.bedrockModelId ?? 'none' }
}

/** Name of the translator for the certificate. On a laptop, a local engine takes the place of Amazon Translate. */
function translatorName({ deployment, translator, bedrockModelId = '' }: Config): string {
  if (translator === 'bedrock') return modelName(bedrockModelId)
  return deployment === 'local' ? '이 컴퓨터의 번역 모델' : 'Amazon Translate'
}

/**
 * Name of the model that checks the meaning, for the certificate. On a laptop without a model server, that is the
 * rehearsal.
 */
function checkerName({ deployment, checkingModel }: Config): string {
  if (checkingModel === undefined) return 'none'
  return deployment === 'local' && !isLocalModel(checkingModel) ? '연습용' : modelName(checkingModel)
}

/** IAM statement for the deployment's Bedrock model, if it has one. */
export function modelAccess(scope: Construct, { translator, bedrockModelId }: Config): Grant[] {
  return modelGrant(scope, translator === 'bedrock' ? bedrockModelId : undefined)
}

interface Grant {
  actions: string[]
  resources: string[]
}

function modelGrant(scope: Construct, modelId: string | undefined): Grant[] {
  return modelId === undefined ? [] : [{ actions: ['bedrock:InvokeModel'], resources: modelArns(scope, modelId) }]
}

/** ARNs that calling a model needs: an inference profile needs its own and the model's in every region. */
export function modelArns(scope: Construct, modelId: string): string[] {
  const { partition, region } = Stack.of(scope)
  const model = modelBehind(modelId)
  if (model === undefined) return [modelId, `arn:${partition}:bedrock:*::foundation-model/*`]
  if (model === modelId) return [`arn:${partition}:bedrock:${region}::foundation-model/${modelId}`]
  const profile = Stack.of(scope).formatArn({
    service: 'bedrock',
    resource: 'inference-profile',
    resourceName: modelId,
  })
  return [profile, `arn:${partition}:bedrock:*::foundation-model/${model}`]
}

/** Every transcription job of the account, whose names are those of entries. */
export function transcriptionJobs(scope: Construct): string {
  return Stack.of(scope).formatArn({ service: 'transcribe', resource: 'transcription-job', resourceName: '*' })
}
