import * as z from 'zod'
import { createErrorPlayer, type ErrorPlayer, ServiceFault } from '#local-aws/aws/errors.ts'
import { type AwsResponse, type AwsService, jsonResponse } from '#local-aws/aws/service.ts'
import { printDefect } from '#local-aws/machine/terminal.ts'
import type { TranslationEngine } from '../engines/engine.ts'

/** Amazon Translate's limit for a text, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 10_000

/** The parameters of TranslateText that the service sends. Any other is refused by name. */
const translateText = z.strictObject({
  Text: z.string().min(1),
  SourceLanguageCode: z.string().min(2).max(5),
  TargetLanguageCode: z.string().min(2).max(5),
  Settings: z.strictObject({ Formality: z.enum(['FORMAL', 'INFORMAL']).optional() }).optional(),
})

interface TranslateOptions {
  engine: TranslationEngine
}

/** Amazon Translate's TranslateText from English into Korean, backed by a translation engine on this machine. */
export function createTranslate(options: TranslateOptions): AwsService & Pick<ErrorPlayer, 'failNext'> {
  const player = createErrorPlayer()
  return {
    failNext: player.failNext,
    accessOf: request => [{ action: `translate:${request.operation}`, resource: '*' }],
    async handle(request) {
      try {
        if (request.operation !== 'TranslateText')
          throw new ServiceFault(
            'UnknownOperationException',
            `The local Translate has no operation ${request.operation}.`,
          )
        return player.take(request.operation) ?? (await answer(request.body, options.engine))
      } catch (error) {
        if (error instanceof ServiceFault) return error.response
        printDefect('Translate', error)
        return new ServiceFault('InternalServerException', 'The translation engine failed.', 500).response
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
  const { SourceLanguageCode: source, TargetLanguageCode: target } = input
  if (source !== 'en' || target !== 'ko')
    throw new ServiceFault('UnsupportedLanguagePairException', `Unsupported language pair: ${source} to ${target}.`)
  const formality = input.Settings?.Formality
  const [korean] = await engine.translate([input.Text], formality ?? 'FORMAL')
  return jsonResponse({
    TranslatedText: korean,
    SourceLanguageCode: source,
    TargetLanguageCode: target,
    ...(formality && engine.hasRegisters && { AppliedSettings: { Formality: formality } }),
  })
}

function parsed(body: Buffer): z.infer<typeof translateText> {
  const result = translateText.safeParse(JSON.parse(body.toString() || '{}'))
  if (!result.success) throw new ServiceFault('ValidationException', z.prettifyError(result.error))
  return result.data
}
