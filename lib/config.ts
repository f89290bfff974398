import type * as z from 'zod'
import { type Register, registersOf } from '../lambdas/contract/archive-entry.ts'
import { isLocalModel } from '../lambdas/contract/local-model.ts'
import { TRANSLATED_AT_ONCE } from '../lambdas/contract/workflow.ts'
import { defaultCheckingModel, defaultModel, isSameFamily } from './bedrock-model.ts'
import { contradictions, type Provider, readProviders, settings } from './settings.ts'

/** Deploy settings, parsed. */
export interface Config {
  deployment: 'local' | 'development' | 'production'
  region: string
  signInDomainPrefix: string
  /** Social providers in the order of their buttons; never empty. */
  providers: Provider[]
  domain?: { name: string; certificateArn: string }
  /** Whether Strict-Transport-Security includes every subdomain of the site. */
  hstsSubdomains: boolean
  emailSender: string
  operatorEmail: string
  /** Whether the deployment creates the SES identity of the sender's domain, or uses one that is there. */
  sesIdentity: 'own' | 'existing'
  translator: 'amazon-translate' | 'bedrock'
  bedrockModelId?: string
  /** Whether the model reviews its translations once. */
  secondLook: 'on' | 'off'
  /** Whether the review also gets the sentences whose lines end badly, to mark or reword them. */
  breakReview: 'on' | 'off'
  /** The model that checks the meaning of finished translations; undefined for no check. */
  checkingModel?: string
  glossary: string
  /** Batches of a video that are translated at the same time. */
  translatedAtOnce: number
  /** Recordings of at least this many minutes are transcribed in parallel parts; 0 for never. */
  partsFromMinutes: number
  /** Whether Amazon Transcribe transcribes all speech, or our own recognizer transcribes first. */
  hearing: 'transcribe' | 'own'
  /** Folder of our own recognizer's layer. */
  hearingLayer?: string
  youtubeFetch: 'on' | 'off'
  ytDlpLayer?: string
  /** Name of the secret with proxy and cookies of yt-dlp. */
  youtubeProxySecret?: string
  tossClientKey: string
  testPay: boolean
  firewall: boolean
  aiOptOut: boolean
  /** Monthly budget of the account in US dollars; undefined for no budget. */
  budgetUsd?: number
  /** Reserved concurrency of each function behind the API; 0 for none. */
  reservedConcurrency: number
  /** Registers that the deployment's translator supports. */
  registers: Register[]
  company: Record<
    'name' | 'representative' | 'registrationNumber' | 'mailOrderNumber' | 'address' | 'phone' | 'email' | 'hosting',
    string
  >
}

/**
 * A recording of at least this length is transcribed in parts. Amazon Transcribe gets at least three parts, because its
 * jobs have a fixed cost.
 */
const PARTS_FROM_MINUTES = { transcribe: 30, own: 20 }

/**
 * Parses the deploy settings.
 * @throws Error that lists every faulty variable, one per line.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const parsed = settings.safeParse(variables)
  const faults = parsed.success ? [] : parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
  const complaints = [...faults, ...contradictions(variables)]
  if (complaints.length > 0 || !parsed.success) throw new Error(`Faulty settings:\n  ${complaints.join('\n  ')}`)
  const read = parsed.data
  const translator = read.TRANSLATOR ?? (read.BEDROCK_MODEL_ID ? 'bedrock' : 'amazon-translate')
  const bedrockModelId =
    translator === 'bedrock' ? (read.BEDROCK_MODEL_ID ?? defaultModel(read.AWS_REGION_NAME)) : undefined
  return {
    deployment: read.DEPLOYMENT,
    region: read.AWS_REGION_NAME,
    signInDomainPrefix: read.SIGN_IN_DOMAIN_PREFIX,
    providers: readProviders(variables),
    domain:
      read.DOMAIN_NAME && read.CERTIFICATE_ARN
        ? { name: read.DOMAIN_NAME, certificateArn: read.CERTIFICATE_ARN }
        : undefined,
    hstsSubdomains: read.HSTS_SUBDOMAINS === 'on',
    emailSender: read.EMAIL_SENDER,
    operatorEmail: read.OPERATOR_EMAIL,
    sesIdentity: read.SES_IDENTITY,
    translator,
    bedrockModelId,
    secondLook: read.SECOND_LOOK,
    breakReview: read.BREAK_REVIEW,
    checkingModel: chooseCheckingModel(bedrockModelId, read),
    glossary: read.GLOSSARY,
    // A model on this machine answers one request at a time; others would reach their time limit while they wait.
    translatedAtOnce: isLocalModel(bedrockModelId ?? '') ? 1 : TRANSLATED_AT_ONCE,
    partsFromMinutes: read.PARTS_FROM_MINUTES ?? partsFrom(read.DEPLOYMENT, read.HEARING),
    hearing: read.HEARING,
    hearingLayer: read.HEARING_LAYER,
    youtubeFetch: read.YOUTUBE_FETCH,
    ytDlpLayer: read.YT_DLP_LAYER,
    youtubeProxySecret: read.YOUTUBE_PROXY_SECRET_NAME,
    tossClientKey: read.TOSS_CLIENT_KEY,
    testPay: read.TEST_PAY === 'on',
    aiOptOut: read.AI_OPT_OUT === 'on',
    firewall: read.FIREWALL === 'on',
    budgetUsd: read.BUDGET_USD,
    reservedConcurrency: read.RESERVED_CONCURRENCY,
    registers: registersOf(translator),
    company: {
      name: read.COMPANY_NAME,
      representative: read.COMPANY_REPRESENTATIVE,
      registrationNumber: read.COMPANY_REGISTRATION_NUMBER,
      mailOrderNumber: read.COMPANY_MAIL_ORDER_NUMBER,
      address: read.COMPANY_ADDRESS,
      phone: read.COMPANY_PHONE,
      email: read.COMPANY_EMAIL,
      hosting: read.COMPANY_HOSTING,
    },
  }
}

/** On a laptop, Transcribe's engine transcribes one file at a time, so parts would take longer than the whole. */
function partsFrom(deployment: Config['deployment'], hearing: Config['hearing']): number {
  return deployment === 'local' && hearing === 'transcribe' ? 0 : PARTS_FROM_MINUTES[hearing]
}

/**
 * The model that checks the meaning of what `translator` wrote.
 * @throws Error if it is from the same family, whose mistakes would look right to it
 */
function chooseCheckingModel(
  translator: string | undefined,
  { MEANING_CHECK_MODEL: chosen, AWS_REGION_NAME: region }: z.infer<typeof settings>,
): string | undefined {
  if (chosen === undefined) return translator && defaultCheckingModel(translator, region)
  if (translator && isSameFamily(chosen, translator))
    throw new Error(
      `Faulty settings:\n  MEANING_CHECK_MODEL: ${chosen} is of the family of the translator ${translator}`,
    )
  return chosen || undefined
}
