import type { Geography } from '../lambdas/contract/site-config.ts'

/** Cross-region inference profiles are named after their regions: `apac.anthropic.…`, `global.anthropic.…`. */
const PROFILE = /^(us|us-gov|eu|apac|au|jp|ca|sa|global)\.(.+)$/

/** The model that an id of Bedrock has run: the id itself, the one behind a profile, or undefined behind an ARN. */
export function modelBehind(modelId: string): string | undefined {
  if (modelId.startsWith('arn:')) return undefined
  return PROFILE.exec(modelId)?.[2] ?? modelId
}

/** Where a model may run: `region` without a profile; `global` also behind an ARN, which does not say. */
export function geographyOf(modelId: string): Geography {
  if (modelId.startsWith('arn:')) return 'global'
  switch (PROFILE.exec(modelId)?.[1]) {
    case undefined:
      return 'region'
    case 'us':
    case 'us-gov':
      return 'us'
    case 'eu':
      return 'eu'
    case 'jp':
      return 'jp'
    case 'apac':
      return 'apac'
    default:
      return 'global'
  }
}
