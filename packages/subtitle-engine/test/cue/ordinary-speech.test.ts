import { describe, expect, it } from 'vitest'
import {
  cuesFromSentences,
  inspectCues,
  koreanProfile,
  sentencesFromTranscript,
  transcriptFromAmazon,
} from '../../src/index.ts'
import { brokenByMeasure } from '../support/measure.ts'
import { standInTranslations, type Transcriber, transcribedSpeech } from '../support/speech.ts'

const transcribers: Transcriber[] = ['amazon', 'transducer', 'ctc']

describe('half an hour of ordinary speech, 150 words a minute', () => {
  for (const [seed, transcriber] of transcribers.entries()) {
    for (const share of [0.45, 0.55, 0.6]) {
      it(`keeps every rule in at least 99 % of its cues (${transcriber}, Korean of ${share} characters for one)`, () => {
        const transcript = transcriptFromAmazon(transcribedSpeech(seed + 21, 30, { transcriber }))
        const sentences = sentencesFromTranscript(transcript)
        const cues = cuesFromSentences(sentences, standInTranslations(sentences, seed, share), koreanProfile)
        const { kept } = inspectCues(cues, koreanProfile, sentences)
        expect(kept / cues.length).toBeGreaterThanOrEqual(0.99)
        const broken = brokenByMeasure(cues, sentences)
        expect(new Set(broken.map(({ cue }) => cue)).size / cues.length, JSON.stringify(broken)).toBeLessThanOrEqual(
          0.01,
        )
      })
    }
  }
})
