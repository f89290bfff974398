import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PROFILES } from '#subtitle-engine'
import { cutDraft, openProject } from '#subtitle-engine/edit'
import { projectView } from '../../lambdas/contract/project-view.ts'
import { editorServer, KEY } from '../support/editor-server.ts'
import { withEdits } from '../support/mp4/with-edits.ts'
import { sampleProject } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()
const SAMPLES = join(import.meta.dirname, '../../local/sample')
/** 54 seconds at 15 pictures per second. */
const SKY_PATH = join(SAMPLES, 'sky.mp4')
const SKY = readFileSync(SKY_PATH)
/** The same film in a codec that no browser knows. */
const UNKNOWN = Buffer.from(SKY)
UNKNOWN.write('avcX', UNKNOWN.indexOf('avc1', UNKNOWN.indexOf('stsd')))
const SOUND_ONLY = readFileSync(join(SAMPLES, 'hello.m4a'))

const { cues } = cutDraft(openProject(projectView.parse(sampleProject()).machine, 'polite'), PROFILES.standard)

/** A film, given by its path or by its name and bytes. */
type Film = string | { name: string; buffer: Buffer }

async function openFilm(film: Film) {
  const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer().answers, before: async () => {} })
  await choose(page, film)
  return page
}

async function choose(page: Page, film: Film): Promise<void> {
  await page.getByText('영상 파일 열기').waitFor()
  const file = typeof film === 'string' ? film : { ...film, mimeType: 'video/mp4' }
  await page.setInputFiles('input[type=file]', file)
  await page.locator('video[src^="blob:"]').waitFor({ state: 'attached' })
  await openDialog(page)
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: '더 보기' }).click()
  await page.getByRole('menuitem', { name: '자막을 입힌 MP4' }).click()
}

async function saveFilm(page: Page): Promise<Buffer> {
  const save = page.getByRole('button', { name: 'MP4 저장하기' })
  await save.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(download.suggestedFilename()).toBe('sky 자막.mp4')
  return readFile(await download.path())
}

/** Times in ms, and contents, of a film's packets. */
async function packetsOf(film: Buffer, kind: 'sound' | 'pictures') {
  const input = new Input({ source: new BlobSource(new Blob([new Uint8Array(film)])), formats: [MP4] })
  const track = await (kind === 'sound' ? input.getPrimaryAudioTrack() : input.getPrimaryVideoTrack())
  const found: { ms: number; data: string }[] = []
  if (!track) return found
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
    found.push({ ms: Math.round(timestamp * 1000), data: Buffer.from(data).toString('base64') })
  return found
}

const timesOf = async (film: Buffer) => (await packetsOf(film, 'pictures')).map(({ ms }) => ms).sort((a, b) => a - b)

/** Runs in the page. Returns the brightness of the caption area at each of the given times, in seconds. */
async function brightnessAt({ film, moments }: { film: string; moments: number[] }): Promise<number[]> {
  const bytes = Uint8Array.from(atob(film), letter => letter.charCodeAt(0))
  const video = document.createElement('video')
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }))
  await new Promise(resolve => video.addEventListener('loadeddata', resolve, { once: true }))
  const { videoWidth: width, videoHeight: height } = video
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  const found: number[] = []
  for (const moment of moments) {
    video.currentTime = moment
    await new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }))
    context?.drawImage(video, 0, 0)
    const data = context?.getImageData(width * 0.3, height * 0.8, width * 0.4, height * 0.15).data ?? []
    let white = 0
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 0) > 230 && (data[i + 2] ?? 0) > 230) white += 1
    found.push(white / (data.length / 4))
  }
  return found
}

describe('a film with its captions in the picture', () => {
  it('resumes where a closed tab stopped, shows each cue from its first picture to its last, and copies the sound bit for bit', async () => {
    const page = await openFilm(SKY_PATH)
    await page.getByLabel('미리 보기').waitFor()
    await page.getByLabel('글자 크기').selectOption('크게')
    await checkScreen(page, 'film-look')
    await page.getByRole('button', { name: '만들기', exact: true }).click()
    const isPartMade = () =>
      page.evaluate(async key => {
        const root = await navigator.storage.getDirectory()
        const folder = await (await root.getDirectoryHandle('films')).getDirectoryHandle(key)
        await folder.getFileHandle('progress.json')
        return true
      }, KEY)
    await expect.poll(() => isPartMade().catch(() => false), { interval: 20 }).toBe(true)
    page.on('dialog', dialog => void dialog.accept())
    await page.reload()
    await choose(page, SKY_PATH)
    const resume = page.getByRole('button', { name: '이어서 만들기' })
    const [percent] = /\d+/.exec(await resume.innerText()) ?? []
    expect(Number(percent)).toBeGreaterThanOrEqual(50)
    await resume.click()
    await page.getByRole('button', { name: 'MP4 저장하기' }).waitFor()
    await checkScreen(page, 'film-made')
    const film = await saveFilm(page)
    expect(await packetsOf(film, 'sound')).toEqual(await packetsOf(SKY, 'sound'))
    const times = await timesOf(film)
    expect(times).toEqual(await timesOf(SKY))
    // The middle of the last picture before, and of the first one after, each start and end of a cue.
    const moments = cues.slice(0, 5).flatMap(({ startMs, endMs }) =>
      [startMs, endMs].flatMap(edge => {
        const first = times.findIndex(ms => ms >= edge)
        return [first - 1, first].map(i => ((times[i] ?? 0) + 33) / 1000)
      }),
    )
    const isShown = (seconds: number) =>
      cues.some(({ startMs, endMs }) => {
        const begun = times.findLast(ms => ms <= seconds * 1000) ?? 0
        return startMs <= begun && begun < endMs
      })
    // `seeked` may come before the picture, so a look may be a picture late.
    const captioned = async () => {
      const brightness = await page.evaluate(brightnessAt, { film: film.toString('base64'), moments })
      return brightness.map(share => share > 0.01)
    }
    await expect.poll(captioned).toEqual(moments.map(isShown))
    await page.goto(`${screens.site.origin}/account#sign-in`)
    await page.getByRole('button', { name: '자막을 입힌 sky.mp4 지우기' }).click()
    await page.getByText('저장한 영상이 없어요.').waitFor()
  })

  it('follows an edit list: it contains the stretches that a player shows, in order', async () => {
    const edited = withEdits(SKY, [
      [20, 6],
      [4, 5],
    ])
    const page = await openFilm({ name: 'sky.mp4', buffer: edited })
    await page.getByRole('button', { name: '만들기', exact: true }).click()
    const film = await saveFilm(page)
    const times = await timesOf(film)
    expect(times).toHaveLength((6 + 5) * 15)
    expect(times.at(0)).toBe(0)
    expect(times.at(-1)).toBe(Math.round((11 - 1 / 15) * 1000))
    const sound = await packetsOf(film, 'sound')
    const original = await packetsOf(SKY, 'sound')
    const at = (seconds: number) => original.findIndex(({ ms }) => ms >= seconds * 1000)
    const inFilm = (data = '') => (sound.find(each => each.data === data)?.ms ?? 0) / 1000
    expect(inFilm(original[at(21)]?.data)).toBeCloseTo(1, 1)
    expect(inFilm(original[at(5)]?.data)).toBeCloseTo(7, 1)
  })

  it('is refused with a reason and an ffmpeg command if the browser cannot make it', async () => {
    const page = await openFilm({ name: 'interview "1".mp4', buffer: UNKNOWN })
    await page.getByText('이 브라우저에서 열 수 없는 형식의 영상이에요.').waitFor()
    await page.getByText('ffmpeg로 직접 입히기').click()
    await page.getByText(`ffmpeg -i 'interview "1".mp4' -vf ass=subtitle.ass`).waitFor()
    await checkScreen(page, 'film-instead')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: '자막 파일 다운로드 (ASS)' }).click()
    expect((await saving).suggestedFilename()).toBe('subtitle.ass')
  })

  it('asks for another file if the open one has no picture', async () => {
    const page = await openFilm({ name: 'interview.mp4', buffer: SOUND_ONLY })
    await page.getByText('이 파일에는 화면이 없어요. 화면이 있는 영상을 열어 주세요.').waitFor()
    await page.locator('dialog input[type=file]').setInputFiles(SKY_PATH)
    await page.getByLabel('미리 보기').waitFor()
  })

  it('asks for the file if none is open', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer().answers })
    await page.getByText('영상 파일 열기').waitFor()
    await openDialog(page)
    await page.getByText('먼저 영상 파일을 열어 주세요.').waitFor()
    await checkScreen(page, 'film-no-file')
    await page.locator('dialog input[type=file]').setInputFiles({ name: 'sky.mp4', mimeType: 'video/mp4', buffer: SKY })
    await page.getByLabel('미리 보기').waitFor()
  })
})
