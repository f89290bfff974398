import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnglishSubtitle, readSubtitle, sentencesFromTranscript, type Transcript } from '#subtitle-engine'
import { recutCues } from '#subtitle-engine/recut'
import { readCaptions } from '../lambdas/source/captions.ts'
import { SUBTITLE_CASES, type SubtitleCase } from '../packages/subtitle-engine/test/cases/index.ts'
import { readSubtitleFile } from '../web/upload/read-subtitle.ts'

const bytesOf = ({ file }: SubtitleCase) => (typeof file === 'string' ? new TextEncoder().encode(file) : file)

/** The sentences, each after its speaker's name where the case states speakers. */
function saidIn(transcript: Transcript, { said }: SubtitleCase): string[] {
  const isTold = said.some(text => text.includes('|'))
  return sentencesFromTranscript(transcript).map(({ text, words }) => {
    const speaker = words[0]?.speaker
    return isTold && speaker !== undefined ? `${speaker}|${text}` : text
  })
}

function expectStarts({ words }: Transcript, { starts = {} }: SubtitleCase): void {
  for (const [text, ms] of Object.entries(starts))
    expect([text, words.find(word => word.text === text)?.startMs]).toEqual([text, ms])
}

const lettersOf = (text: string) => [...text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')].sort().join('')

const IN_ONE_LANGUAGE = SUBTITLE_CASES.filter(({ alsoShown }) => alsoShown !== 'language')
const OF_YOUTUBE = SUBTITLE_CASES.filter(({ as }) => /^(?:vtt|json3|srv3|ttml)$/.test(as))

describe('an English subtitle or transcript', () => {
  it.each(SUBTITLE_CASES)('has each sentence once when it is uploaded: $name', async each => {
    const uploaded = await readSubtitleFile(new File([Uint8Array.from(bytesOf(each))], `talk.${each.as}`))
    // The page sends the decoded text, which the server reads again.
    const { transcript } = readEnglishSubtitle(uploaded.text)
    expect(transcript).toEqual(readEnglishSubtitle(bytesOf(each)).transcript)
    expect(saidIn(transcript, each)).toEqual(each.said)
    expectStarts(transcript, each)
  })

  it.each(OF_YOUTUBE)('has the same sentences as a caption track of YouTube: $name', async each => {
    const folder = await mkdtemp(join(tmpdir(), 'captions-'))
    try {
      await writeFile(join(folder, `source.en.${each.as}`), bytesOf(each))
      const track = await readCaptions(folder)
      expect(track && saidIn(track.transcript, each)).toEqual(each.said)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('recutting a subtitle', () => {
  it.each(IN_ONE_LANGUAGE)('loses and repeats no letter: $name', each => {
    const { cues } = readSubtitle(bytesOf(each), 'ko')
    const shown = recutCues(cues).after.flatMap(({ lines }) => lines)
    const said = each.said.map(text => text.slice(text.indexOf('|') + 1))
    expect(lettersOf(shown.join(' '))).toBe(lettersOf([...said, each.alsoShown ?? ''].join(' ')))
  })
})
