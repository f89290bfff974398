import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { type Movie, readMovie } from '#mp4-sound'
import { decodeSound, SAMPLE_RATE } from '../../local/engines/decode.ts'
import { alacMp4, dtsMp4, encodedMp4, flacMp4, pcmMp4, TONES, tracksMp4 } from '../support/mp4/coded-sound.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'
import { acceptUploads, chooseFiles } from '../support/upload-form.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')
const KEY = '20260314140926'
const screens = await setUpScreens()
const folder = mkdtempSync(join(tmpdir(), 'jamak-tracks-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A storage server that accepts the presigned form, and the file that it received. */
function store() {
  const { received, post } = acceptUploads(screens.site)
  const answers: Answers = {
    me: () => ({ ...sampleMe, token: 1_000 }),
    submitVideo: () => ({ entry: sampleEntry(KEY, { status: 'uploading' }), post }),
  }
  return {
    answers,
    received: () => {
      const [form = Buffer.alloc(0)] = received
      return form.subarray(form.indexOf('ftyp') - 4)
    },
  }
}

function fileWith(bytes: Uint8Array, name = 'talk.mp4'): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const confirm = (page: Page) => page.getByRole('button', { name: /자막 만들기$/ })
const uploaded = (page: Page) =>
  page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
const submissions = () => screens.site.calls.filter(({ route }) => route === 'submitVideo')

const read = (bytes: Uint8Array): Promise<Movie> =>
  readMovie({ size: bytes.length, read: async (start, end) => new Uint8Array(bytes.subarray(start, end)) }, 60)

/** Seconds of the film at which the sound of a file becomes loud. */
async function tonesIn(bytes: Uint8Array): Promise<number[]> {
  const tones: number[] = []
  let last = Number.NEGATIVE_INFINITY
  for await (const { startSample, samples } of decodeSound(fileWith(bytes, 'sent.mp4')))
    for (const [i, value] of samples.entries()) {
      if (Math.abs(value) < 0.05) continue
      const at = (startSample + i) / SAMPLE_RATE
      if (at - last > 0.5) tones.push(at)
      last = at
    }
  return tones
}

describe('a video whose sound the server cannot read', () => {
  it.each([
    ['AC-3 in six channels', () => encodedMp4('ac3', 6)],
    ['FLAC', async () => flacMp4()],
    ['Apple Lossless', async () => alacMp4()],
    ['PCM', async () => pcmMp4()],
  ])('is converted before it is sent, at the same times: %s', async (_, make) => {
    const file = await make()
    const { answers, received } = store()
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, fileWith(file))
    await confirm(page).click()
    await uploaded(page)
    const [before, after] = [await read(file), await read(received())]
    expect(after.tracks.map(({ codec, channels }) => [codec, channels])).toEqual([['mp3', 1]])
    expect(Math.abs(after.shownMs - before.shownMs)).toBeLessThanOrEqual(1)
    const tones = await tonesIn(received())
    expect(tones).toHaveLength(TONES.length)
    for (const [i, at] of TONES.entries()) expect(Math.abs((tones[i] ?? 0) - at)).toBeLessThan(0.02)
    expect(submissions()).toMatchObject([{ body: { soundMs: before.tracks[0].heardMs } }])
    expect(after.tracks[0].heardMs).toBeGreaterThan(before.tracks[0].heardMs - 10)
  })

  it.each([
    ['Opus', 'opus.mp4'],
    ['AAC in six channels', 'surround.mp4'],
  ])('keeps its length: %s', async (_, name) => {
    const file = await readFile(join(MEDIA, name))
    const { answers, received } = store()
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, join(MEDIA, name))
    await confirm(page).click()
    await uploaded(page)
    const [before, after] = [await read(file), await read(received())]
    expect(after.tracks[0].codec).toBe('mp3')
    expect(Math.abs(after.shownMs - before.shownMs)).toBeLessThanOrEqual(1)
  })

  it('is refused before it is sent if nothing decodes the sound, with the name of the codec and what to do', async () => {
    const { page } = await screens.visit('/', { answers: store().answers })
    await chooseFiles(page, fileWith(dtsMp4()))
    await page.getByText(/DTS 형식이라 .* AAC로 바꾼 MP4를 올려 주세요/).waitFor()
    expect(submissions()).toEqual([])
  })
})

describe('a video with several sound tracks', () => {
  const EARLY = [0.3, 1.3]
  const LATE = [0.8, 1.8]

  it('asks which track has the speech, plays each, and sends the chosen one', async () => {
    const { answers, received } = store()
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, fileWith(await tracksMp4([EARLY, LATE])))
    await page.getByRole('group', { name: '어느 소리로 자막을 만들까요?' }).waitFor()
    await checkScreen(page, 'upload-tracks')
    await expect.poll(() => page.getByRole('button', { name: '소리를 골라 주세요' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: '소리 2 들어 보기' }).click()
    await page.getByRole('button', { name: '소리 2 멈추기' }).click()
    await page.getByRole('button', { name: '소리 2 들어 보기' }).waitFor()
    await page.getByRole('radio', { name: '소리 2' }).check()
    await confirm(page).click()
    await uploaded(page)
    const tones = await tonesIn(received())
    for (const [i, at] of LATE.entries()) expect(Math.abs((tones[i] ?? 0) - at)).toBeLessThan(0.05)
  })

  it('never takes or offers a silent one', async () => {
    const { answers, received } = store()
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, fileWith(await tracksMp4([LATE], true)))
    await confirm(page).click()
    await uploaded(page)
    expect((await tonesIn(received())).length).toBe(LATE.length)
  })
})
