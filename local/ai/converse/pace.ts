/** Tokens that a model writes per minute of speech, including the review (`npm run cost`). */
const TOKENS_PER_MINUTE = 700
/** A shorter answer says nothing about the speed. */
const FEWEST_TOKENS = 20

export interface Pace {
  /**
   * @param tool the tool that the model called
   * @param milliseconds from the request to the end of the answer
   */
  measure(model: string, tool: string | undefined, outputTokens: number, milliseconds: number): void
}

/** After the first translated sentences, logs once for each model how long a talk takes. */
export function createPace(log: (line: string) => void): Pace {
  const measured = new Set<string>()
  return {
    measure(model, tool, outputTokens, milliseconds) {
      if (tool !== 'deliver_translations' || outputTokens < FEWEST_TOKENS || measured.has(model)) return
      measured.add(model)
      const perSecond = (outputTokens * 1000) / Math.max(1, milliseconds)
      const minutes = Math.ceil((10 * TOKENS_PER_MINUTE) / perSecond / 60)
      log(
        `${model} takes about ${minutes} minutes for a ten-minute talk: ${perSecond.toFixed(1)} tokens a second, measured on the first sentences.`,
      )
    },
  }
}
