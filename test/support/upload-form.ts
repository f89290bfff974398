import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { bytesOf, type StandIn } from './stand-in.ts'

const SAMPLES = join(import.meta.dirname, '../../local/sample')
/** 25 seconds of sound, and a minute with a picture. */
export const HELLO = join(SAMPLES, 'hello.mp4')
export const SKY = join(SAMPLES, 'sky.mp4')

export const popup = (page: Page) => page.getByRole('dialog', { name: '업로드 확인' })

/** Chooses video files in the upload form. */
export async function chooseFiles(page: Page, files: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  await page.getByRole('tab', { name: '동영상 파일' }).click()
  await page.setInputFiles('input[type=file]', files)
}

/** Makes a site's storage accept presigned forms, after `gate`. Returns the form, and what the storage receives. */
export function acceptUploads(site: StandIn, gate?: Promise<void>) {
  const received: Buffer[] = []
  site.foreign = async (request, url, response) => {
    if (url.pathname !== '/media') return false
    received.push(await bytesOf(request))
    await gate
    response.writeHead(204).end()
    return true
  }
  return {
    received,
    post: { url: `${site.foreignOrigin}/media`, fields: { key: 'videos/user-1/hello.mp4', policy: 'p' } },
  }
}
