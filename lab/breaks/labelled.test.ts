import { describe, expect, it } from 'vitest'
import { koreanProfile, weightedLength } from '../../packages/subtitle-engine/src/index.ts'
import { seenOf } from '../../packages/subtitle-engine/src/korean/boundary-features.ts'
import boundaryWeights from '../../packages/subtitle-engine/src/korean/boundary-weights.json' with { type: 'json' }
import { findConstruction } from '../../packages/subtitle-engine/src/korean/held.ts'
import { labelledSentences, REGISTERS, registerSentences, TRAINING_FILES } from './labelled.ts'
import { sourcesDigest } from './train.ts'

describe('the table of constructions', () => {
  it('contradicts both human readers in fewer than one place in a hundred', () => {
    const wrong: string[] = []
    let held = 0
    for (const { words, labels, second } of TRAINING_FILES.flatMap(file => labelledSentences(file))) {
      for (const [i, label] of labels.entries()) {
        const [last, next] = [seenOf(words[i] ?? ''), seenOf(words[i + 1] ?? '')]
        if (last.mark > 0 || !findConstruction(last, next)) continue
        held += 1
        if (label !== 'bad' && second[i] !== 'bad') wrong.push(`${words[i]} ‖ ${words[i + 1]}`)
      }
    }
    expect(held).toBeGreaterThan(1000)
    expect(wrong.length / held, wrong.join(', ')).toBeLessThan(0.01)
  })
})

describe('the labels', () => {
  it('let a line end somewhere in every stretch that is longer than a line', () => {
    const tooLong: string[] = []
    const sentences = [
      ...TRAINING_FILES.flatMap(file => labelledSentences(file)),
      ...REGISTERS.flatMap(register => registerSentences(register)),
    ]
    for (const { words, labels, second } of sentences) {
      let from = 0
      for (let at = 1; at <= words.length; at += 1) {
        const isBad = at < words.length && labels[at - 1] === 'bad' && second[at - 1] === 'bad'
        if (isBad) continue
        const stretch = words.slice(from, at).join(' ').replace(/[.,]$/, '')
        if (weightedLength(stretch) > koreanProfile.lineCharacters) tooLong.push(stretch)
        from = at
      }
    }
    expect(tooLong).toEqual([])
  })
})

describe('the weights of the boundaries', () => {
  it("come from today's sentences, training script and tables of words", () => {
    expect(boundaryWeights.sourcesDigest).toBe(sourcesDigest())
  })
})
