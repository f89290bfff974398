import { describe, expect, it } from 'vitest'
import {
  cuesFromSentences,
  inspectCues,
  koreanProfile,
  PROFILES,
  type Profile,
  sentencesFromTranscript,
  transcriptFromAmazon,
  weightedLength,
} from '../src/index.ts'
import { talk, transcribedTalk } from './support/talk.ts'
import { sentenceOf } from './support/words.ts'

const sentences = sentencesFromTranscript(transcriptFromAmazon(transcribedTalk()))
const translations = new Map(sentences.map(({ id }, i) => [id, talk[i]?.[1] ?? '']))

describe('a profile', () => {
  it('reads 12, 9, 14, 11 or 12 characters a second, standard first', () => {
    expect(PROFILES.standard).toBe(koreanProfile)
    expect(Object.values(PROFILES).map(profile => profile.charactersPerSecond)).toEqual([12, 9, 14, 11, 12])
  })

  it.each(Object.entries(PROFILES))('named %s is kept by its cues, or they are flagged', (_, profile) => {
    const cues = cuesFromSentences(sentences, translations, profile)
    const { flagged, rules } = inspectCues(cues, profile, sentences)
    const flags = new Map(flagged.map(each => [each.cue, each.flags]))
    for (const [i, cue] of cues.entries()) {
      const read = cue.lines.reduce((sum, line) => sum + weightedLength(line), 0)
      const isFast = (read * 1000) / (cue.endMs - cue.startMs) > profile.charactersPerSecond
      if (isFast) expect(flags.get(i)).toContain('speed')
      if (cue.lines.some(line => weightedLength(line) > profile.lineCharacters))
        expect(flags.get(i)).toContain('lineLength')
    }
    expect(rules.lines?.broken).toBe(0)
    expect(
      cues
        .map(({ lines }) => lines.join(''))
        .join('')
        .replace(/[\s.,]/g, ''),
    ).toBe([...translations.values()].join('').replace(/[\s.,]/g, ''))
  })

  it('for children cuts a sentence that the standard profile shows in one cue with an awkward line end', () => {
    const korean = '개미는 자기보다 50배나 무거운 것도 번쩍 들 수 있습니다.'
    const sentence = sentenceOf('ants can lift things that are up to fifty times heavier than they are', 0, 's1')
    const linesOf = (profile: Profile) =>
      cuesFromSentences([sentence], new Map([['s1', korean]]), profile).map(({ lines }) => lines)
    expect(linesOf(PROFILES.standard)).toEqual([['개미는 자기보다 50배나', '무거운 것도 번쩍 들 수 있습니다']])
    expect(linesOf(PROFILES.children)).toEqual([['개미는', '자기보다 50배나 무거운 것도'], ['번쩍 들 수 있습니다']])
  })
})
