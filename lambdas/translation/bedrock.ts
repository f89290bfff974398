import { repairJosa, type Sentence } from '#subtitle-engine'
import { askModel, type JsonObject, type ToolAnswer } from './converse.ts'
import type { Model } from './model.ts'
import { explainCuts, REPAIR, REVIEW, TRANSLATE, TRANSLATION_TOOL, translationInstructions } from './prompts.ts'
import { type AnsweredText, readAnswer } from './read-answer.ts'
import { findTerms, termsIn } from './terms.ts'
import type { TranslationRequest, Translator } from './translator.ts'

/** Output tokens per character. Korean takes one or two tokens per syllable; the smaller models write at most 4,096. */
const TOKENS_PER_CHARACTER = 2
const TOKENS_PER_SENTENCE = 12
const MIN_TOKENS = 500
const MAX_TOKENS = 4096

/**
 * Translates with a model of Amazon Bedrock. The model must respond by calling a tool that is the same for every
 * request, so that the tool and the instructions can be cached. A refusal yields no translations; ids that were not
 * requested are ignored.
 */
export function bedrock(model: Model): Translator {
  return {
    learns: true,
    async translate(request) {
      const { sentences } = request
      const characters = sentences.reduce((sum, { text }) => sum + text.length, 0)
      const tokens = MIN_TOKENS + characters * TOKENS_PER_CHARACTER + sentences.length * TOKENS_PER_SENTENCE
      const answer = await askModel(model, {
        what: request.look === 'review' ? 'review' : 'translation',
        system: translationInstructions(request.register, request.lineCharacters),
        material: material(request),
        asked: task(request),
        comesAgain: request.isReviewed,
        tool: ANSWER_TOOL,
        maxTokens: Math.min(MAX_TOKENS, tokens),
        giveUpAt: request.giveUpAt,
      })
      return answer ? readTexts(answer, request) : new Map()
    },
  }
}

function readTexts(
  { input, isCutOff }: ToolAnswer,
  { sentences, glossary, guesses, reasons, starts }: TranslationRequest,
): Map<string, string> {
  const found = readAnswer(
    input,
    sentences.map(({ id }) => id),
  )
  // The response was truncated, so its last text may be incomplete.
  if (isCutOff) found.pop()
  const byId = new Map(found.map((text): [string, AnsweredText] => [text.id, text]))
  const answers = new Map<string, string>()
  for (const { id, text } of sentences) {
    const given = byId.get(id)
    if (!given || given.korean.trim() === '') continue
    answers.set(id, repairJosa(given.korean.trim(), termsIn(text, glossary)))
    if (given.reason === 'misheard') guesses?.add(id)
    if (given.reason !== undefined) reasons?.set(id, given.reason)
    if (given.starts) starts?.set(id, given.starts)
  }
  return answers
}

/** Words with a lower confidence may be wrong. */
const UNSURE = 0.6
/** Usual length of good Korean, in weighted characters per character of English. */
const USUAL_SHARE = 0.4

/** The sentences and all that is known about them, as JSON. */
function material({
  sentences,
  talk,
  corrections = [],
  before,
  translated,
  after,
  glossary,
  budgets,
}: TranslationRequest): string {
  const terms = new Map(sentences.flatMap(({ text }) => [...findTerms(text, glossary)]))
  const spoken = sentences.map(({ text }) => text.toLowerCase()).join('\n')
  const heard = corrections.filter(({ heardAs }) => spoken.includes(heardAs.toLowerCase()))
  return JSON.stringify({
    talk,
    terms: Object.fromEntries([...terms].map(([english, { korean }]) => [english, korean])),
    ...(heard.length > 0 && { corrections: Object.fromEntries(heard.map(({ heardAs, meant }) => [heardAs, meant])) }),
    before,
    translated,
    sentences: sentences.map(sentence => describe(sentence, budgets.get(sentence.id))),
    after,
  })
}

function describe({ id, text, words }: Sentence, most: number | undefined) {
  const unsure = [...new Set(words.filter(({ confidence }) => confidence < UNSURE).map(word => word.text))]
  const aim = Math.max(3, Math.round(text.length * USUAL_SHARE))
  return {
    id,
    english: text,
    ...(unsure.length > 0 && { unsure }),
    speaker: words[0]?.speaker,
    aim: Math.min(aim, most ?? aim),
    most,
  }
}

/** Tells the model what to do with the sentences; lists earlier texts and their problems by id. */
function task({ look, faults, lineCharacters }: TranslationRequest): string {
  if (look === 'first' || faults.size === 0) return TRANSLATE
  const showsCuts = [...faults.values()].some(({ cut }) => cut !== undefined)
  const review = showsCuts ? `${REVIEW} ${explainCuts(lineCharacters)}` : REVIEW
  return `${look === 'review' ? review : REPAIR}\n${JSON.stringify(Object.fromEntries(faults))}`
}

/** Without these bounds a weak model lists numbers until the answer is cut off. Longer sentences are split beforehand. */
const [LAST_START, MOST_STARTS] = [120, 12]

const TEXT: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    korean: { type: 'string' },
    starts: { type: 'array', items: { type: 'integer', minimum: 1, maximum: LAST_START }, maxItems: MOST_STARTS },
    reason: { type: 'string', enum: ['negation', 'roles', 'omission', 'misheard', 'quantity', 'wording', 'cut'] },
  },
  required: ['id', 'korean'],
  additionalProperties: false,
}

/** The tool whose input is the translation. Identical in every request, so that a prompt cache can hold it. */
const ANSWER_TOOL = {
  name: TRANSLATION_TOOL,
  description: 'Delivers the Korean text of every sentence, with its id.',
  schema: {
    type: 'object',
    properties: { translations: { type: 'array', items: TEXT } },
    required: ['translations'],
    additionalProperties: false,
  } satisfies JsonObject,
  isStrict: true,
}
