import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sampleEntry } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, bytesOf } from '../support/stand-in.ts'
import { chooseFiles, HELLO } from '../support/upload-form.ts'

const KEY = '20260314140926'
const PART_BYTES = 16_000

const screens = await setUpScreens()

/** A storage server that accepts multipart uploads, and the API routes for it. */
function partsStore(refuse: (part: number, attempt: number) => boolean = () => false) {
  const parts = new Map<number, Buffer>()
  const attempts: number[] = []
  const company = Promise.withResolvers<void>()
  let announced = 0
  screens.site.foreign = async (request, url, response) => {
    if (url.pathname !== '/media') return false
    const part = Number(url.searchParams.get('part'))
    attempts.push(part)
    // The first part gets its response only after a second one arrives, so sequential sending would never finish.
    if (attempts.length > 1) company.resolve()
    const [body] = await Promise.all([bytesOf(request), company.promise])
    if (refuse(part, attempts.filter(each => each === part).length)) response.writeHead(503).end()
    else {
      parts.set(part, body)
      response.writeHead(200, { etag: `"${part}"` }).end()
    }
    return true
  }
  const answers: Answers = {
    submitVideo({ body }) {
      announced = z.object({ size: z.number() }).parse(body).size
      const multipart = { uploadId: 'upload-1', partBytes: PART_BYTES, parts: Math.ceil(announced / PART_BYTES) }
      return { entry: sampleEntry(KEY, { status: 'uploading' }), multipart }
    },
    signParts({ body }) {
      const asked = z.object({ parts: z.array(z.number()) }).parse(body).parts
      const urls = asked.map(part => ({ part, url: `${screens.site.foreignOrigin}/media?part=${part}` }))
      const received = [...parts].map(([part, { length }]) => ({ part, etag: `"${part}"`, size: length }))
      return { urls, received }
    },
    completeUpload: () => ({}),
  }
  const whole = () => Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, body]) => body))
  return { parts, attempts, answers, whole, announced: () => announced }
}

async function send(page: Page, file: string, confirm: string | RegExp = /토큰 .*자막 만들기/): Promise<void> {
  await chooseFiles(page, file)
  await page.getByRole('button', { name: confirm }).click()
}

const done = (page: Page) => page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
const completions = () => screens.site.calls.filter(({ route }) => route === 'completeUpload')

describe('a multipart upload', () => {
  it('sends several parts at a time, retries a failed one and completes once, with every byte in place', async () => {
    const store = partsStore((part, attempt) => part === 2 && attempt === 1)
    const { page } = await screens.visit('/', { answers: store.answers })
    await send(page, HELLO)
    await done(page)
    expect(store.whole().length).toBe(store.announced())
    expect(store.whole().subarray(4, 8).toString()).toBe('ftyp')
    expect(store.attempts.filter(part => part === 2)).toHaveLength(2)
    expect(completions()).toHaveLength(1)
  })

  it('resumes after a reload with the same file and sends only the missing parts', async () => {
    let isOpen = false
    const store = partsStore(part => part > 3 && !isOpen)
    const { page } = await screens.visit('/', { answers: store.answers })
    page.on('dialog', dialog => void dialog.accept())
    await send(page, HELLO)
    await expect.poll(() => store.parts.size).toBe(3)
    await page.reload()
    await page.getByRole('heading', { name: '업로드가 끝나지 않은 영상이 있어요' }).waitFor()
    await checkScreen(page, 'upload-resume')
    isOpen = true
    store.attempts.length = 0
    await send(page, HELLO, '이어서 올리기')
    await done(page)
    expect(Math.min(...store.attempts)).toBe(4)
    expect(store.whole().length).toBe(store.announced())
    const submissions = screens.site.calls.filter(({ route }) => route === 'submitVideo')
    expect(new Set(submissions.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    await expect.poll(() => page.getByText('업로드가 끝나지 않은 영상이 있어요').count()).toBe(0)
  })

  it('waits while the network is lost and continues when it is back', async () => {
    let isFirst = true
    const store = partsStore(() => false)
    const { page, context } = await screens.visit('/', { answers: store.answers })
    const takes = screens.site.foreign
    screens.site.foreign = async (request, url, response) => {
      if (isFirst && url.pathname === '/media') {
        isFirst = false
        await context.setOffline(true)
        request.destroy()
        return true
      }
      return (await takes?.(request, url, response)) ?? false
    }
    await send(page, HELLO)
    await page.getByText('인터넷 연결을 기다리고 있어요. 연결되면 이어서 보낼게요.').first().waitFor()
    await page.getByText('인터넷 연결이 끊겼어요.').waitFor()
    await checkScreen(page, 'upload-offline')
    await context.setOffline(false)
    await done(page)
    expect(store.whole().length).toBe(store.announced())
  })
})
