import { createAwsEndpoint } from '../aws/index.ts'
import type { Access } from '../aws/service.ts'
import type { Installation } from '../machine/installation.ts'
import type { Handler } from '../machine/servers.ts'
import { createCognitoIdp } from '../sign-in/cognito-idp.ts'
import type { CloudStorage } from '../storage/index.ts'
import { createStepFunctionsApi } from '../workflow/api.ts'
import type { StepFunctions } from '../workflow/index.ts'
import type { CloudServices } from './services.ts'

export interface OriginOptions {
  services: CloudServices
  storage: CloudStorage
  stepFunctions: StepFunctions
  installation: Installation
  isAllowed(caller: string, access: Access): boolean
  now: () => number
  log(line: string): void
}

/** The second origin: what is signed is a call of AWS; the pages of sign-in, mail, payment and YouTube; else an object of S3. */
export function createOrigin({ services, storage, ...options }: OriginOptions): Handler {
  const { ses, secrets, transcribe, translate, signIn, toss, youtube } = services
  const endpoint = createAwsEndpoint({
    services: {
      dynamodb: storage.dynamoDb,
      states: createStepFunctionsApi(options.stepFunctions),
      ses,
      secretsmanager: secrets,
      transcribe,
      translate,
      ...(signIn && { 'cognito-idp': createCognitoIdp(signIn) }),
    },
    secretOf: options.installation.secretOf,
    isAllowed: options.isAllowed,
    s3: storage.s3,
    now: options.now,
    onDenied: message => options.log(`Denied: ${message}`),
  })
  return async (req, res) => {
    const isSigned = req.headers.authorization?.startsWith('AWS4-')
    const first = isSigned ? undefined : (req.url ?? '/').split(/[/?]/)[1]
    if (first === 'sign-in' && signIn) return signIn.handle(req, res)
    if (first === 'mail') return ses.page(req, res)
    if (first === 'youtube' && youtube) return youtube.handle(req, res)
    if (first === 'toss' && (await toss.handle(req, res))) return
    await endpoint(req, res)
  }
}
