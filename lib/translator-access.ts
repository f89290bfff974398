import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Config } from './config.ts'

/** A profile that spreads a model's work over regions is named after them: `apac.anthropic.…`, `global.anthropic.…`. */
const PROFILE = /^(?:us|us-gov|eu|apac|au|jp|ca|sa|global)\.(.+)$/

/** What the configured translator may call: Amazon Translate, which knows no resources, and the one model of Bedrock. */
export function translatorAccess(scope: Construct, config: Config): { actions: string[]; resources: string[] }[] {
  const translate = { actions: ['translate:TranslateText'], resources: ['*'] }
  if (config.translator !== 'bedrock' || config.bedrockModelId === undefined) return [translate]
  return [translate, { actions: ['bedrock:InvokeModel'], resources: modelArns(scope, config.bedrockModelId) }]
}

/** A profile asks for itself and for the model behind it, wherever that runs. */
export function modelArns(scope: Construct, modelId: string): string[] {
  const { partition, region } = Stack.of(scope)
  if (modelId.startsWith('arn:')) return [modelId, `arn:${partition}:bedrock:*::foundation-model/*`]
  const [, model] = PROFILE.exec(modelId) ?? []
  if (model === undefined) return [`arn:${partition}:bedrock:${region}::foundation-model/${modelId}`]
  const profile = Stack.of(scope).formatArn({
    service: 'bedrock',
    resource: 'inference-profile',
    resourceName: modelId,
  })
  return [profile, `arn:${partition}:bedrock:*::foundation-model/${model}`]
}
