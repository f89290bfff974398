/** Cross-region inference profiles are named after their regions: `apac.anthropic.…`, `global.anthropic.…`. */
const PROFILE = /^(?:us|us-gov|eu|apac|au|jp|ca|sa|global)\.(.+)$/

/** The model that an id of Bedrock has run: the id itself, the one behind a profile, or undefined behind an ARN. */
export function modelBehind(modelId: string): string | undefined {
  if (modelId.startsWith('arn:')) return undefined
  return PROFILE.exec(modelId)?.[1] ?? modelId
}
