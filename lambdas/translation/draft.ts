import type { Sentence } from '../subtitle/index.ts'
import { type Problem, problemsOf, type Standard } from './problems.ts'
import type { Fault } from './translator.ts'

/** The best translation of each sentence so far. A sentence never loses the text it has for a worse one. */
export class Draft {
  readonly #sentences: readonly Sentence[]
  readonly #standard: Standard
  readonly #korean = new Map<string, string>()

  constructor(sentences: readonly Sentence[], standard: Standard) {
    this.#sentences = sentences
    this.#standard = standard
  }

  korean(sentence: Sentence): string {
    return this.#korean.get(sentence.id) ?? ''
  }

  /** Takes up each answer that is better than what is there. */
  take(answers: ReadonlyMap<string, string>): void {
    for (const sentence of this.#sentences) {
      const answer = answers.get(sentence.id)
      const worth = (korean: string | undefined) => cost(this.#problemsOf(sentence, korean))
      if (answer !== undefined && worth(answer) < worth(this.#korean.get(sentence.id)))
        this.#korean.set(sentence.id, answer)
    }
  }

  problems(sentence: Sentence): Problem[] {
    return this.#problemsOf(sentence, this.#korean.get(sentence.id))
  }

  /** Sentences with a problem; with `wrong` only those whose text is no translation. */
  faulty(weight: 'any' | 'wrong'): Sentence[] {
    return this.#sentences.filter(sentence =>
      this.problems(sentence).some(problem => weight === 'any' || problem.weight === weight),
    )
  }

  /** What is wrong with them, by id, for a translator that learns. */
  faults(sentences: readonly Sentence[]): Map<string, Fault> {
    return new Map(
      sentences.map(sentence => [
        sentence.id,
        { korean: this.korean(sentence), problems: this.problems(sentence).map(problem => problem.words) },
      ]),
    )
  }

  /** A text that slipped to another id is found beside its own. */
  #problemsOf(sentence: Sentence, korean: string | undefined): Problem[] {
    const at = this.#sentences.indexOf(sentence)
    const neighbours = this.#sentences
      .slice(Math.max(0, at - 2), at + 3)
      .filter(other => other !== sentence && this.#korean.has(other.id))
      .map(other => ({ sentence: other, korean: this.korean(other) }))
    return problemsOf(sentence, korean, neighbours, this.#standard)
  }
}

const COSTS: Partial<Record<Problem['code'], number>> = { empty: 1000, noHangul: 100, duplicate: 50 }

function cost(problems: readonly Problem[]): number {
  return problems.reduce((sum, { code, weight }) => sum + (COSTS[code] ?? (weight === 'wrong' ? 10 : 1)), 0)
}
