import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda'
import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { ENGINE_KEY } from '../../lambdas/contract/hearing.ts'
import { HEARD_AT_ONCE } from '../../lambdas/contract/workflow.ts'
import type { Config } from '../../lib/config.ts'
import { HEARING_LAYER, RECOGNIZER } from '../../lib/hearing-layer.ts'
import { HEARING_MEMORY } from '../../lib/workflow-steps.ts'
import type { Clients } from './clients.ts'
import { isNamed, type Question } from './finding.ts'
import { type DeployedStack, mediaBucketOf } from './stacks.ts'

/** Number of concurrent executions that our recognizer must leave for the other functions. */
const OTHERS = 20

/** Checks what `HEARING=own` needs: the layer, the weights in the bucket, and quota for its functions. */
export function ownHearing({ lambda, s3 }: Clients, config: Config, deployed: DeployedStack[]): Question[] {
  if (config.hearing !== 'own') return []
  const layer = config.hearingLayer ?? HEARING_LAYER
  const bucket = mediaBucketOf(deployed)
  const stack = 'npm run models -- --stack JamakData; until then Amazon Transcribe transcribes everything'
  return [
    question('Own transcription, layer', 'none', async () =>
      existsSync(join(layer, RECOGNIZER))
        ? { state: 'ok', found: layer }
        : { state: 'missing', found: `${layer} has no recognizer`, next: 'npm run models -- --layer' },
    ),
    question('Own transcription, weights', 's3:GetObject and s3:ListBucket on the media bucket', async () => {
      if (!bucket) return { state: 'later', found: 'no bucket yet', next: `after the deployment: ${stack}` }
      try {
        await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: ENGINE_KEY }))
        return { state: 'ok', found: `in ${bucket}` }
      } catch (error) {
        if (!isNamed(error, 'NotFound')) throw error
        return { state: 'later', found: `not in ${bucket}`, next: stack }
      }
    }),
    question('Own transcription, concurrent executions', 'lambda:GetAccountSettings', async () => {
      const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
      const quota = AccountLimit?.ConcurrentExecutions ?? 0
      const needed = HEARD_AT_ONCE + OTHERS
      if (quota < needed)
        return {
          state: 'later',
          found: `${quota}; a long recording uses ${HEARD_AT_ONCE}`,
          next: 'Service Quotas, Lambda, "Concurrent executions" (L-B99A9384): request 1000; until then, parts wait',
        }
      return { state: 'ok', found: String(quota) }
    }),
    question('Own transcription, memory', 'none', async () => ({
      state: 'unknown',
      found: `${HEARING_MEMORY} MB per function; new accounts may have less, and no API reports it`,
      next: 'if the deployment says "MemorySize", open a case at AWS Support (account and billing, free), or HEARING=transcribe',
    })),
  ]
}

const question = (what: string, permission: string, look: Question['look']): Question => ({ what, permission, look })
