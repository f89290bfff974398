import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeLargeVideo } from '../support/large-video.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { setUpScreens } from '../support/screens.ts'
import { type Answers, bytesOf } from '../support/stand-in.ts'
import { chooseFiles } from '../support/upload-form.ts'

const SPEECH = join(import.meta.dirname, '../fixtures/media/bicycle.mp4')
const screens = await setUpScreens()

describe('a video of 1 GB with ten minutes of sound', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-large-'))
  const path = join(folder, 'lecture.mp4')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('sends less than 20 MB and states the saving', async () => {
    await makeLargeVideo(path, { sound: SPEECH, seconds: 600, pictureBytes: 1024 ** 3 })
    expect(statSync(path).size).toBeGreaterThan(1024 ** 3)
    let network = 0
    screens.site.foreign = async (request, _, response) => {
      network += (await bytesOf(request)).length
      response.writeHead(204).end()
      return true
    }
    const post = { url: `${screens.site.foreignOrigin}/media`, fields: { key: 'videos/user-1/lecture.mp4' } }
    const answers: Answers = { submitVideo: () => ({ entry: sampleEntry('20260314140926'), post }), me: () => sampleMe }
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, path)
    await page.getByText('10:00', { exact: true }).waitFor()
    await page.getByText(/^1GB 중 음성 .*MB만 보내서 금방 끝나요\.$/).waitFor()
    await page.getByRole('button', { name: '토큰 100개로 자막 만들기' }).click()
    await page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
    expect(network).toBeGreaterThan(1024 ** 2)
    expect(network).toBeLessThan(20 * 1024 ** 2)
  })
})
