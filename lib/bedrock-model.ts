import { isLocalModel } from '../lambdas/contract/local-model.ts'
import type { Geography } from '../lambdas/contract/site-config.ts'

/** Prefixes of cross-region inference profiles: `apac.anthropic.…`, `global.anthropic.…`. */
const PROFILE = /^(us|us-gov|eu|apac|au|jp|ca|sa|global)\.(.+)$/

/** Id of the model behind a model id or inference profile; undefined for an ARN. */
export function modelBehind(modelId: string): string | undefined {
  if (modelId.startsWith('arn:')) return undefined
  return PROFILE.exec(modelId)?.[2] ?? modelId
}

/**
 * The name in a model id, without region, vendor and version: `claude-haiku-5-5`, `nova-lite`. The name of a model
 * server's model is unchanged.
 */
export function modelName(modelId: string): string {
  const name = modelId.split(/[./]/).at(-1) ?? modelId
  return isLocalModel(modelId) ? modelId.replace('local.', '') : name.replace(/-v\d+(?::\d+)?$/, '')
}

/** Where a model may run: `region` without a profile; `global` for an ARN, which does not say. */
export function parseGeography(modelId: string): Geography {
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

/**
 * Claude Haiku 5.5: its model card (read in November 2026) says active, with an end no sooner than 2027-10-07. Haiku 4.5's
 * says no sooner than 2026-10-01; new customers cannot start with a model once it is legacy.
 */
const DEFAULT_MODEL = 'anthropic.claude-haiku-5-5'

/**
 * The model where `BEDROCK_MODEL_ID` names none, through the narrowest profile that serves the region: Japan and Australia
 * have their own, Korea and the rest of Asia only the global one. `npm run preflight` checks whether it responds.
 */
export function defaultModel(region: string): string {
  if (region.startsWith('us-') && !region.startsWith('us-gov-')) return `us.${DEFAULT_MODEL}`
  if (region.startsWith('eu-')) return `eu.${DEFAULT_MODEL}`
  if (region === 'ap-northeast-1' || region === 'ap-northeast-3') return `jp.${DEFAULT_MODEL}`
  if (region === 'ap-southeast-2' || region === 'ap-southeast-4') return `au.${DEFAULT_MODEL}`
  return `global.${DEFAULT_MODEL}`
}

/**
 * The vendor in a model id, such as `anthropic`, or the name of a model server's model. Undefined for an ARN, which
 * does not state the vendor.
 */
function familyOf(modelId: string): string | undefined {
  const behind = modelBehind(modelId)
  return behind && isLocalModel(behind) ? behind : behind?.split('.', 1)[0]
}

/** Whether two models certainly come from one family, so one would overlook the other's mistakes. */
export function isSameFamily(one: string, other: string): boolean {
  const family = familyOf(one)
  return family !== undefined && family !== '' && family === familyOf(other)
}

/** Amazon Nova Lite: the cheapest model with Korean that Bedrock offers in Seoul; only available through profiles. */
const CHECKING_MODEL = 'amazon.nova-lite-v1:0'

/**
 * The model that checks the meaning if `MEANING_CHECK_MODEL` is absent: a cheap one, not of the translator's family.
 * None for a model server, whose models are unknown here, and for regions without a profile of the cheap model.
 */
export function defaultCheckingModel(translator: string, region: string): string | undefined {
  if (isLocalModel(translator)) return undefined
  if (isSameFamily(translator, CHECKING_MODEL)) return defaultModel(region)
  const profile = { us: 'us', eu: 'eu', ap: 'apac' }[/^(us|eu|ap)-(?!gov-)/.exec(region)?.[1] ?? '']
  return profile && `${profile}.${CHECKING_MODEL}`
}

/**
 * Where these models together may process texts. The result is `global` if they use more than one place outside this
 * region.
 */
export function joinGeographies(modelIds: readonly string[]): Geography {
  const places = new Set(modelIds.map(parseGeography).filter(place => place !== 'region'))
  return places.size > 1 ? 'global' : ([...places][0] ?? 'region')
}
