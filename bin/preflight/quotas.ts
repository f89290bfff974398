import { modelBehind, parseGeography } from '../../lib/bedrock-model.ts'
import type { Config } from '../../lib/config.ts'
import { MODELS } from '../../lib/prices.ts'
import { type Looks, modelTokens } from '../cost/usage.ts'
import type { Clients } from './clients.ts'
import type { Answer, Question } from './finding.ts'
import type { Quota } from './service-quotas.ts'

/** Minutes of video a day below which the quota of tokens is worth a request: ten hours. */
const MODEST_DAY = 600
/** The lowest default for concurrent batch jobs that AWS has documented. */
const USUAL_JOBS = 100
const PERMISSION = 'servicequotas:ListServiceQuotas'

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 })

/** What Service Quotas reports about the engines. New accounts may have much less than the documented defaults. */
export function quotaQuestions({ listQuotas }: Clients, config: Config): Question[] {
  const { translator, bedrockModelId } = config
  const ask = (what: string, service: string, judge: (quotas: Quota[]) => Answer): Question => ({
    what,
    permission: PERMISSION,
    look: async () => judge(await listQuotas(service)),
  })
  return [
    ask('Quota, Transcribe', 'transcribe', transcribeQuota),
    ask('Quota, Translate', 'translate', translateQuota),
    ...(translator === 'bedrock' && bedrockModelId
      ? [ask('Quota, model tokens', 'bedrock', quotas => tokenQuota(quotas, bedrockModelId, config))]
      : []),
  ]
}

function transcribeQuota(quotas: Quota[]): Answer {
  const find = (pattern: RegExp) => quotas.find(({ QuotaName }) => pattern.test(QuotaName))?.Value
  const jobs = find(/^number of concurrent batch transcription jobs$/i)
  const next = 'Service Quotas, Amazon Transcribe, "Number of concurrent batch transcription jobs" (L-6F7AB1C9)'
  if (jobs === undefined) return { state: 'unknown', found: 'Service Quotas does not list concurrent jobs', next }
  const starts = find(/StartTranscriptionJob/i)
  const reads = find(/GetTranscriptionJob/i)
  const found = [
    `${figure(jobs)} concurrent jobs`,
    ...(starts === undefined ? [] : [`${figure(starts)} starts per second`]),
    ...(reads === undefined ? [] : [`${figure(reads)} status calls per second`]),
  ].join(', ')
  if (jobs >= USUAL_JOBS) return { state: 'ok', found }
  return { state: 'later', found, next: `${next}: request 250; further jobs wait in Transcribe's queue` }
}

function translateQuota(quotas: Quota[]): Answer {
  const rates = quotas.filter(({ QuotaName }) => /TranslateText\b/i.test(QuotaName) && !/job/i.test(QuotaName))
  if (rates.length > 0)
    return { state: 'ok', found: rates.map(({ QuotaName, Value }) => `${QuotaName}: ${figure(Value)}`).join(', ') }
  const next = 'nothing for now: AWS documents no figure, and AWS Support raises it if throttling persists'
  return { state: 'unknown', found: 'Service Quotas lists no rate of TranslateText', next }
}

function tokenQuota(
  quotas: Quota[],
  bedrockModelId: string,
  { secondLook, breakReview }: Pick<Config, 'secondLook' | 'breakReview'>,
): Answer {
  const name = modelName(modelBehind(bedrockModelId) ?? '')
  const ours = quotas.filter(({ QuotaName }) => namesModel(QuotaName, name))
  const perDay = ours.find(({ QuotaName }) => /tokens per day/i.test(QuotaName))
  const perMinute = ours.find(
    ({ QuotaName }) => /tokens per minute/i.test(QuotaName) && scopeOf(QuotaName) === scopeWanted(bedrockModelId),
  )
  if (!perDay && !perMinute)
    return {
      state: 'unknown',
      found: `Service Quotas lists no tokens for ${bedrockModelId}`,
      next: 'Service Quotas, Amazon Bedrock: look for the model manually',
    }
  const minutes = perDay
    ? perDay.Value / countedTokens(name, { secondLook: secondLook === 'on', breakReview: breakReview === 'on' })
    : Number.POSITIVE_INFINITY
  const found = [
    ...(perMinute ? [`${figure(perMinute.Value)} per minute`] : []),
    ...(perDay
      ? [
          `${figure(perDay.Value)} per day${perDay.Adjustable || perDay.Value > 0 ? '' : ', not adjustable'} (about ${figure(minutes)} minutes of video per day)`,
        ]
      : []),
  ].join(', ')
  if (minutes >= MODEST_DAY && perMinute?.Value !== 0) return { state: 'ok', found }
  return {
    state: 'later',
    found,
    next: perDay?.Adjustable
      ? 'Service Quotas, Amazon Bedrock, the tokens per minute of the model: request more, and more tokens per day'
      : 'a case at AWS Support (account and billing, free): request the default tokens per day; until then, Amazon Translate steps in',
  }
}

/** Bedrock counts an output token of Claude as five towards the quotas (user guide, "How tokens are counted"). */
const CLAUDE_OUTPUT = 5

/** Tokens that a minute of video takes from the quota. */
function countedTokens(name: string, looks: Looks): number {
  const { input, output } = modelTokens({ minutes: 1 }, looks)
  const { tokenFactor = 1 } = MODELS.find(model => model.name.toLowerCase() === name) ?? {}
  return tokenFactor * (input + output * (name.startsWith('claude') ? CLAUDE_OUTPUT : 1))
}

/** How Bedrock's quotas call a model: `anthropic.claude-haiku-5-5` is `claude haiku 5.5`. */
function modelName(modelId: string): string {
  const [unversioned = ''] = modelId.split(/-v(?=\d)/)
  return unversioned
    .replace(/^[^.]+\./, '')
    .replace(/-\d{8}/, '')
    .replace(/(\d)-(?=\d)/g, '$1.')
    .replaceAll('-', ' ')
    .toLowerCase()
}

/** Names end with the model, perhaps with a version (`V1`) and a remark in parentheses. */
function namesModel(quotaName: string, model: string): boolean {
  const named = quotaName.toLowerCase().split(' for ').at(-1) ?? ''
  const [unremarked = ''] = named.split(' (')
  const bare = unremarked.replace(/ v\d+$/, '')
  return model !== '' && (bare === model || bare.endsWith(` ${model}`))
}

type Scope = 'on-demand' | 'cross-region' | 'global'

function scopeOf(quotaName: string): Scope {
  if (/^global/i.test(quotaName)) return 'global'
  return /^cross-region/i.test(quotaName) ? 'cross-region' : 'on-demand'
}

function scopeWanted(bedrockModelId: string): Scope {
  switch (parseGeography(bedrockModelId)) {
    case 'region':
      return 'on-demand'
    case 'global':
      return 'global'
    default:
      return 'cross-region'
  }
}
