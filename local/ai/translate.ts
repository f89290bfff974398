import * as z from 'zod'
import { createErrorPlayer, type ErrorPlayer, ServiceFault } from '../aws/played-errors.ts'
import { type AwsResponse, type AwsService, jsonAnswer } from '../aws/service.ts'
import type { TranslationEngine } from '../engines/engine.ts'

/** Amazon Translate's limit of a text, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 10_000

const translateText = z.object({
  Text: z.string().min(1),
  SourceLanguageCode: z.string().min(2).max(5),
  TargetLanguageCode: z.string().min(2).max(5),
  TerminologyNames: z.array(z.string()).max(1).optional(),
  Settings: z
    .object({
      Formality: z.enum(['FORMAL', 'INFORMAL']).optional(),
      Profanity: z.enum(['MASK']).optional(),
      Brevity: z.enum(['ON']).optional(),
    })
    .optional(),
})

export interface TranslateOptions {
  engine: TranslationEngine
}

/** Amazon Translate's TranslateText over an engine of this machine, from English into Korean. */
export function createTranslate(options: TranslateOptions): AwsService & Pick<ErrorPlayer, 'failNext'> {
  const player = createErrorPlayer()
  return {
    failNext: player.failNext,
    accessOf: request => [{ action: `translate:${request.operation}`, resource: '*' }],
    async handle(request) {
      try {
        if (request.operation !== 'TranslateText')
          throw new ServiceFault('UnknownOperationException', `Translate has no ${request.operation} here.`)
        return player.take(request.operation) ?? (await answer(request.body, options.engine))
      } catch (error) {
        if (error instanceof ServiceFault) return error.answer
        console.error(error)
        return new ServiceFault('InternalServerException', 'The translation engine failed.', 500).answer
      }
    },
  }
}

async function answer(body: Buffer, engine: TranslationEngine): Promise<AwsResponse> {
  const input = parsed(body)
  const bytes = Buffer.byteLength(input.Text)
  if (bytes > MAX_TEXT_BYTES)
    throw new ServiceFault(
      'TextSizeLimitExceededException',
      `Input text size exceeds limit. Max length of request text allowed is ${MAX_TEXT_BYTES} bytes while in this ` +
        `request the text size is ${bytes} bytes`,
    )
  const source = input.SourceLanguageCode === 'auto' ? 'en' : input.SourceLanguageCode
  if (source !== 'en' || input.TargetLanguageCode !== 'ko')
    throw new ServiceFault(
      'UnsupportedLanguagePairException',
      `Unsupported language pair: ${source} to ${input.TargetLanguageCode}.`,
    )
  const [terminology] = input.TerminologyNames ?? []
  if (terminology) throw new ServiceFault('ResourceNotFoundException', `The terminology ${terminology} was not found.`)
  const formality = input.Settings?.Formality
  const [korean] = await engine.translate([input.Text], formality ?? 'FORMAL')
  return jsonAnswer({
    TranslatedText: korean,
    SourceLanguageCode: source,
    TargetLanguageCode: input.TargetLanguageCode,
    ...(formality && engine.hasRegisters && { AppliedSettings: { Formality: formality } }),
  })
}

function parsed(body: Buffer): z.infer<typeof translateText> {
  const result = translateText.safeParse(JSON.parse(body.toString() || '{}'))
  if (result.success) return result.data
  const issues = result.error.issues
  const text = issues.map(issue => `Value at '${issue.path.join('.')}' failed to satisfy constraint: ${issue.message}`)
  throw new ServiceFault(
    'ValidationException',
    `${issues.length} validation error${issues.length > 1 ? 's' : ''} detected: ${text.join('; ')}`,
  )
}
