import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import { launchBrowser, openProfile, sharedBrowser } from '../support/browser.ts'
import { alacMp4, encodedMp4, flacMp4, repeatedMp4, toneSamples } from '../support/mp4/coded-sound.ts'
import { shareStory } from '../support/running.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')
/** As long as the recorded talk. */
const SECONDS = 26
const story = await shareStory()
const folder = mkdtempSync(join(tmpdir(), 'jamak-coded-'))
let oldest: Browser
beforeAll(async () => {
  oldest = await launchBrowser('chromium-109')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await oldest.close()
})

async function makeFiles(): Promise<Record<string, Uint8Array>> {
  const sound = toneSamples([1, 20], SECONDS)
  const fixture = async (name: string) => new Uint8Array(await readFile(join(MEDIA, name)))
  return {
    'ac-3.mp4': await encodedMp4('ac3', 6, sound),
    'e-ac-3.mp4': await encodedMp4('eac3', 6, sound),
    'mp3.mp4': await encodedMp4('mp3', 1, sound),
    'flac.mp4': flacMp4(sound),
    'alac.mp4': alacMp4(sound),
    'opus.mp4': await repeatedMp4(await fixture('opus.mp4'), 16),
    'surround.mp4': await repeatedMp4(await fixture('surround.mp4'), SECONDS),
  }
}

it.each([
  ['a recent Chromium', 'codecs-new', sharedBrowser],
  ['the oldest Chromium that the page supports', 'codecs-old', async () => oldest],
] as const)('a video of each kind of sound becomes a saved subtitle file, in %s', async (_, name, engine) => {
  const { page, faults, context } = await openProfile(await engine())
  await page.goto(story.cloud.siteUrl)
  await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
  await page.getByLabel('이름').fill(name)
  await page.getByLabel('이메일').fill(`${name}@example.com`)
  await page.getByRole('button', { name: '로그인' }).click()

  const files = await makeFiles()
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(folder, file), bytes)
  const names = Object.keys(files)
  await page.getByRole('tab', { name: '동영상 파일' }).click()
  await page.setInputFiles(
    'input[type=file]',
    names.map(file => join(folder, file)),
  )
  await page.getByRole('button', { name: `토큰 ${4 * names.length}개로 자막 만들기` }).click()
  await page.getByText('업로드했어요! 모두 끝나면 이메일 한 통으로 알려 드릴게요.').first().waitFor()
  // Within the page, because leaving it would stop the uploads.
  await page.getByRole('link', { name: '모두 보기' }).click()
  for (const file of names) {
    await page.getByRole('searchbox').fill(file)
    await page.keyboard.press('Enter')
    const download = page.getByRole('row').filter({ hasText: file }).getByRole('button', { name: '다운로드' })
    await download.waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
    const cues = parseSrt(await readFile(await saved.path(), 'utf8'))
    expect([file, cues[0]?.lines]).toEqual([file, ['Jamak에 오신 것을 환영해요']])
  }
  expect(faults).toEqual([])
  await context.close()
})
