import { describe, expect, it } from 'vitest'
import { type Cue, parseSrt } from '#subtitle-engine'
import { sumTokens } from '../../web/upload/candidates.ts'
import { readSubtitleFile } from '../../web/upload/read-subtitle.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import {
  lettersOf,
  SUBTITLE_STYLES,
  type TimedSentence,
  talksTranslation,
  timedSentences,
} from '../support/english-subtitles.ts'
import { eventually } from '../support/eventually.ts'
import { closed } from '../support/journey.ts'
import { shareStory } from '../support/running.ts'
import { expectBalancedLedger } from '../support/stored-rows.ts'

const translation = talksTranslation()
const story = await shareStory({ ...recordedEngines('hello'), translation })

/** Cues of the talk, without sounds such as [박수]. */
const spoken = (cues: readonly Cue[]): Cue[] =>
  cues.flatMap(cue => {
    const lines = cue.lines.map(line => line.replaceAll(/\[[^[\]]*\]/g, '').trim()).filter(line => line !== '')
    return lines.length > 0 ? [{ ...cue, lines }] : []
  })

/** Milliseconds from the start of each English sentence to the start of its first Korean cue. */
function delays(cues: readonly Cue[], sentences: readonly TimedSentence[]): number[] {
  const cueOfLetter = cues.flatMap(cue => [...lettersOf(cue.lines.join(''))].map(() => cue))
  let letter = 0
  return sentences.map(({ korean, words }) => {
    const startMs = cueOfLetter[letter]?.startMs ?? Number.NaN
    letter += lettersOf(korean).length
    return startMs - (words[0]?.startMs ?? 0)
  })
}

describe('an English subtitle', () => {
  it.each(SUBTITLE_STYLES)('of $minutes minutes with $name becomes Korean at the price shown', async style => {
    const { filename, profile, minutes } = style
    const sentences = timedSentences(minutes)
    const text = style.write(sentences)
    const api = await story.person(filename)
    const candidate = await readSubtitleFile(new File([text], filename))
    const price = sumTokens({ items: [{ id: '', kind: 'subtitle', ...candidate }], refused: [] })
    expect(price).toBe(minutes * 2 - 1)

    const { entry } = await api('submitSubtitle', { body: { filename, text, profile } })
    expect(entry).toMatchObject({ used_token: price, duration_seconds: candidate.durationSeconds })
    expect((await api('me')).token).toBe(200 - price)
    const done = await closed(api, entry.key)
    expect(done).toMatchObject({ status: 'done', used_token: price, certificate: { source: 'captions', doubts: 0 } })
    const { movements } = await api('movements')
    expect(movements.map(({ movement, amount }) => [movement, amount])).toEqual([
      [`settle#${entry.key}`, 0],
      [`hold#${entry.key}`, -price],
      ['signup', 200],
    ])

    const { url } = await api('downloadSubtitle', { parameters: { key: entry.key }, query: { format: 'srt' } })
    const cues = parseSrt(await (await fetch(url)).text())
    const { cues: inspected = 0, kept = 0 } = done.certificate ?? {}
    expect(inspected).toBe(cues.length)
    expect(kept / inspected).toBeGreaterThan(0.99)
    expect(cues.some((cue, n) => cue.startMs < (cues[n - 1]?.endMs ?? 0))).toBe(false)
    const letters = lettersOf(
      spoken(cues)
        .flatMap(({ lines }) => lines)
        .join(''),
    )
    expect(letters).toBe(lettersOf(sentences.map(({ korean }) => korean).join('')))
    // Times inside an English cue are interpolated; they are farthest off for the second speaker of a long cue.
    expect(Math.max(...delays(spoken(cues), sentences).map(Math.abs))).toBeLessThan(1500)
    expect(translation.unknown).toEqual([])

    await eventually(() => {
      const told = story.cloud
        .emails()
        .filter(({ to, subject }) => to.join().startsWith(filename) && subject.includes(filename))
      expect(told.map(({ subject }) => subject).sort()).toEqual([
        `영어 자막을 받았어요: ${filename}`,
        `자막이 완성됐어요: ${filename}`,
      ])
      expect(told.some(email => email.text.includes(`/user/${entry.key}`))).toBe(true)
    })
  })

  it('leaves every balance equal to the sum of its movements', async () => {
    await expectBalancedLedger(story.cloud)
  })
})
