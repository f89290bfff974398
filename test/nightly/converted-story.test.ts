import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import { decodeSound, SAMPLE_RATE } from '../../local/engines/decode.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { openProfile, sharedBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { alacMp4, encodedMp4, flacMp4, pcmMp4, repeatedMp4, tracksMp4 } from '../support/mp4/coded-sound.ts'
import { filledBlock } from '../support/mp4/filled-block.ts'
import { fragmented } from '../support/mp4/fragments.ts'
import { madeFile, mp4a } from '../support/mp4/sound-track.ts'
import { speechFrames } from '../support/mp4/speech-frames.ts'
import { shareStory } from '../support/running.ts'
import { HELLO } from '../support/upload-form.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')
const { speech, translation } = recordedEngines('hello')
const LOUD = 0.05

/** Returns the first recorded sentence at the time at which the sound becomes loud. */
async function transcribe(file: string) {
  const { words, ...heard } = await speech.transcribe(file)
  const late = (await loudAt(file)) - (words[0]?.startMs ?? 0)
  const moved = words.map(word => ({ ...word, startMs: word.startMs + late, endMs: word.endMs + late }))
  return { ...heard, words: moved.slice(0, 3) }
}

async function loudAt(file: string): Promise<number> {
  for await (const { startSample, samples } of decodeSound(file)) {
    const loud = samples.findIndex(value => Math.abs(value) > LOUD)
    if (loud >= 0) return ((startSample + loud) / SAMPLE_RATE) * 1000
  }
  return 0
}

const story = await shareStory({ speech: { transcribe }, translation })
const folder = mkdtempSync(join(tmpdir(), 'jamak-kinds-'))
afterAll(() => rmSync(folder, { recursive: true }))

const media = async (name: string) => new Uint8Array(await readFile(join(MEDIA, name)))
const AAC_8_KHZ = Buffer.from([0x15, 0x88])
/** Larger than the 768 bytes that the standard allows for a frame of one channel. */
const blocks = Array.from({ length: 24 }, (_, i) => filledBlock(777 + (i % 79)))
const fragments = async () =>
  fragmented({ samples: await speechFrames(3), duration: 1024, ofFragment: 10, firstTime: 1_600_000 })

/** A file of each kind, and the start of its subtitle in milliseconds. No name contains another, because the test searches by name. */
const KINDS: [name: string, startMs: number, make: () => Promise<Uint8Array>][] = [
  ['aac.mp4', 600, () => readFile(HELLO)],
  [
    'telephone.mp4',
    0,
    async () => madeFile({ tracks: [{ samples: blocks, timescale: 8000, entries: [mp4a(AAC_8_KHZ)] }] }),
  ],
  ['dolby.mp4', 500, () => encodedMp4('ac3', 6)],
  ['dolby-plus.mp4', 500, () => encodedMp4('eac3', 6)],
  ['opus.mp4', 0, async () => repeatedMp4(await media('opus.mp4'), 3)],
  ['flac.mp4', 500, async () => flacMp4()],
  ['alac.mp4', 500, async () => alacMp4()],
  ['mp3.mp4', 500, () => encodedMp4('mp3', 1)],
  ['pcm.mp4', 500, async () => pcmMp4()],
  ['surround.mp4', 0, async () => repeatedMp4(await media('surround.mp4'), 3)],
  ['two-tracks.mp4', 1200, () => tracksMp4([[0.4], [1.2]])],
  ['fragments.mp4', 600, fragments],
  ['cut-off.mp4', 600, async () => (await fragments()).subarray(0, -3000)],
]

it('a video with each kind of sound becomes a subtitle file with the times of its speech', async () => {
  const { page, faults, context } = await openProfile(await sharedBrowser())
  await page.goto(story.cloud.siteUrl)
  await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
  await page.getByLabel('이름').fill('kinds')
  await page.getByLabel('이메일').fill('kinds@example.com')
  await page.getByRole('button', { name: '로그인' }).click()

  for (const [name, , make] of KINDS) await writeFile(join(folder, name), await make())
  await page.getByRole('tab', { name: '동영상 파일' }).click()
  await page.setInputFiles(
    'input[type=file]',
    KINDS.map(([name]) => join(folder, name)),
  )
  await page.getByRole('group', { name: 'two-tracks.mp4: 어느 소리로' }).getByRole('radio', { name: '소리 2' }).check()
  await page.getByRole('button', { name: /자막 만들기$/ }).click()
  await page.getByText('업로드했어요! 모두 끝나면 이메일 한 통으로 알려 드릴게요.').first().waitFor()
  // Waits for the emails, because the archive refreshes only when a transcription at Amazon's speed may be done.
  const emails = () => story.cloud.emails().filter(({ to }) => to.includes('kinds@example.com'))
  await eventually(() => expect(emails()).toHaveLength(2))
  for (const [name, startMs] of KINDS) {
    await page.goto(`${story.cloud.siteUrl}/user?q=${name}`)
    const download = page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '다운로드' })
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
    const [first] = parseSrt(await readFile(await saved.path(), 'utf8'))
    expect.soft([name, first?.lines]).toEqual([name, ['Jamak에 오신 것을 환영해요']])
    expect.soft(Math.abs((first?.startMs ?? Number.NaN) - startMs), `${name} ${first?.startMs}`).toBeLessThan(100)
  }
  expect(faults).toEqual([])
  await context.close()
})
