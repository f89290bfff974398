import { cleanTranslation, type Neighbour, type Sentence } from '#subtitle-engine'
import type { TranslatedSentence } from '#subtitle-engine/edit'
import { isReliable } from './gate.ts'
import { type MarkedText, marksAfter, placesInNames, withoutSigns } from './phrase-ends.ts'
import { findProblems, type Problem, type Standard } from './problems.ts'
import { withOneForm } from './term-forms.ts'
import { findTerms, termsIn } from './terms.ts'
import { translationeseIn } from './translationese.ts'
import type { Fault } from './translator.ts'

/** Source of a text: the main translator, or the plain one that replaced it. */
export type Origin = 'main' | 'plain'

/** How to read a translator's answers. */
interface Taking {
  /** Whether the translator writes phrase signs. */
  marks?: boolean
  /** Whether the answers come from a review. */
  isEdited?: boolean
  /** Indexes of the English words with which phrases begin, by sentence id. */
  starts?: ReadonlyMap<string, readonly number[]>
}

/** The best translation of each sentence so far. A text is replaced only by a better one. */
export class Draft {
  readonly #sentences: readonly Sentence[]
  readonly #standard: Standard
  readonly #texts = new Map<string, MarkedText & Neighbour & { by: Origin }>()

  constructor(sentences: readonly Sentence[], standard: Standard) {
    this.#sentences = sentences
    this.#standard = standard
  }

  korean(sentence: Sentence): string {
    return this.#texts.get(sentence.id)?.korean ?? ''
  }

  /** Phrase ends in the text and the words with which phrases begin, as marked by a model; empty fields are absent. */
  marks(sentence: Sentence): Partial<Pick<MarkedText, 'ends' | 'starts'>> {
    const { ends = [], starts } = this.#texts.get(sentence.id) ?? {}
    return { ...(ends.length > 0 && { ends, ...(starts && { starts }) }) }
  }

  origin(sentence: Sentence): Origin | undefined {
    return this.#texts.get(sentence.id)?.by
  }

  /**
   * Keeps each answer that is better than the current text, or for a review also as good. Removes phrase signs first if
   * the translator writes them.
   */
  take(
    answers: ReadonlyMap<string, string>,
    by: Origin,
    { marks = false, isEdited = false, starts }: Taking = {},
  ): void {
    for (const sentence of this.#sentences) {
      const text = answers.get(sentence.id)
      if (text === undefined) continue
      if (this.#isEcho(sentence, text)) continue
      const { korean, ...marked } = this.read(sentence, text, marks, starts?.get(sentence.id))
      const [present, offered] = [
        this.#cost(sentence, this.#texts.get(sentence.id)?.korean),
        this.#cost(sentence, korean),
      ]
      if (offered < present || (isEdited && offered === present))
        this.#texts.set(sentence.id, { sentence, korean, ...marked, by })
    }
  }

  /** An answer as it would be kept: clean, and without the phrase signs of a translator that writes them. */
  read(sentence: Sentence, answer: string, marks = true, starts?: readonly number[]): MarkedText {
    // The model counts the words of the text that it sees, which may not be those of `words`.
    const isCountable = sentence.text.split(' ').length === sentence.words.length
    const text = marks ? withoutSigns(answer, isCountable ? starts : undefined) : { korean: answer, ends: [] }
    return marksAfter(text, cleanTranslation(text.korean, sentence.text))
  }

  /** The sentences that have a text, with what decides where their lines end. */
  translated(): TranslatedSentence[] {
    return this.#sentences.flatMap(sentence => {
      const text = this.#texts.get(sentence.id)
      return text && text.korean !== '' ? this.withText(sentence, text) : []
    })
  }

  /** The sentence with this text in place of its own. */
  withText(sentence: Sentence, { korean, ends, starts }: MarkedText): TranslatedSentence {
    const held = placesInNames(korean, termsIn(sentence.text, this.#standard.glossary))
    return { sentence, korean, ends, starts, held, problems: [] }
  }

  /**
   * Applies the one form of each term by rule, unless that makes the text worse. Returns the number of changed texts.
   */
  repairForms(): number {
    let changed = 0
    for (const sentence of this.#sentences) {
      const text = this.#texts.get(sentence.id)
      if (!text) continue
      const korean = withOneForm(text.korean, findTerms(sentence.text, this.#standard.glossary))
      if (korean === text.korean || this.#cost(sentence, korean) > this.#cost(sentence, text.korean)) continue
      const { sentence: own, by } = text
      this.#texts.set(sentence.id, { sentence: own, by, ...marksAfter(text, korean) })
      changed += 1
    }
    return changed
  }

  /** Whether the texts of the batch, judged together, come from a reliable translator. */
  get isReliable(): boolean {
    // A missing text says nothing about the others.
    const translated = this.#sentences.filter(sentence => this.korean(sentence) !== '')
    const texts = translated.map(sentence => {
      const problems = this.problems(sentence)
      // Only the main translator can be asked for a register.
      const isAsked = this.origin(sentence) === 'main'
      return {
        sentence,
        korean: this.korean(sentence),
        problems: problems.filter(({ code }) => isAsked || code !== 'register'),
      }
    })
    return isReliable(texts)
  }

  /** Drops the texts of an unreliable translator. */
  drop(): void {
    this.#texts.clear()
  }

  problems(sentence: Sentence): Problem[] {
    return this.#problemsOf(sentence, this.#texts.get(sentence.id)?.korean)
  }

  /** The problems that a sentence would have with this text. */
  problemsWith(sentence: Sentence, korean: string): Problem[] {
    return this.#problemsOf(sentence, korean)
  }

  /** Sentences with any problem, or only those whose text is no translation. */
  faulty(weight: 'any' | 'wrong'): Sentence[] {
    return this.#sentences.filter(sentence =>
      this.problems(sentence).some(problem => weight === 'any' || problem.weight === weight),
    )
  }

  /** Faults of sentences by id, for a translator that learns; a review also gets translationese. */
  faults(sentences: readonly Sentence[], forEditor = false): Map<string, Fault> {
    return new Map(
      sentences.map(sentence => {
        const korean = this.korean(sentence)
        const problems = this.problems(sentence).map(problem => problem.words)
        return [sentence.id, { korean, problems: forEditor ? [...problems, ...translationeseIn(korean)] : problems }]
      }),
    )
  }

  /** True if a text repeats the English of another sentence: the model mistook speech for an instruction. */
  #isEcho(sentence: Sentence, korean: string): boolean {
    const answer = keepLetters(korean)
    const isSpoken = ({ text }: Sentence) => text.length >= LEAST_ECHO && keepLetters(text) === answer
    return this.#sentences.some(other => other !== sentence && isSpoken(other)) && keepLetters(sentence.text) !== answer
  }

  #cost(sentence: Sentence, korean: string | undefined): number {
    return this.#problemsOf(sentence, korean).reduce(
      (sum, { code, weight }) => sum + (COSTS[code] ?? (weight === 'wrong' ? 10 : 1)),
      0,
    )
  }

  /**
   * Compares with two neighbours on each side, to find a text that shifted to another id. Long sentences are compared
   * with the whole batch, because only short ones have the same Korean by chance.
   */
  #problemsOf(sentence: Sentence, korean: string | undefined): Problem[] {
    const at = this.#sentences.indexOf(sentence)
    const isLong = ({ text }: Sentence) => text.length >= LONG_SENTENCE
    const neighbours = this.#sentences
      .filter((other, i) => Math.abs(i - at) <= 2 || (isLong(sentence) && isLong(other)))
      .filter(other => other !== sentence)
      .flatMap(other => this.#texts.get(other.id) ?? [])
    return findProblems(sentence, korean, neighbours, this.#standard)
  }
}

/** English characters from which two sentences do not have the same Korean by chance. */
const LONG_SENTENCE = 30

/** Shorter words occur twice by chance. */
const LEAST_ECHO = 12

function keepLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

const COSTS: Partial<Record<Problem['code'], number>> = {
  empty: 1000,
  placeholder: 500,
  refusal: 100,
  noHangul: 100,
  duplicate: 50,
}
