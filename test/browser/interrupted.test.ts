import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, bytesOf, Refusal } from '../support/stand-in.ts'
import { chooseFiles, HELLO, popup } from '../support/upload-form.ts'

const KEY = '20260314140926'

const screens = await setUpScreens()

const calls = (route: string) => screens.site.calls.filter(each => each.route === route)
const uploading = sampleEntry(KEY, { status: 'uploading', is_srt: false, used_token: 4, title: `${KEY}_hello.mp4` })

/** A service that holds tokens for one form upload, which leaves `left`; its storage accepts no bytes until opened. */
function service(left = 196) {
  const state = { token: 200, isOpen: false, canceled: [] as unknown[], keys: new Set<unknown>() }
  screens.site.foreign = async (request, url, response) => {
    if (url.pathname !== '/media') return false
    if (!state.isOpen) {
      request.resume()
      await new Promise(resolve => response.once('close', resolve))
      return true
    }
    await bytesOf(request)
    response.writeHead(204).end()
    return true
  }
  const post = { url: `${screens.site.foreignOrigin}/media`, fields: { key: 'videos/user-1/hello.mp4' } }
  const answers: Answers = {
    me: () => ({ ...sampleMe, token: state.token }),
    submitVideo({ headers }) {
      state.keys.add(headers['idempotency-key'])
      state.token = left
      return { entry: uploading, post }
    },
    readEntry: () => (state.canceled.length > 0 ? new Refusal('NO_VIDEO') : uploading),
    reportHeartbeat: () => ({}),
    cancelEntry({ parameters, body }) {
      state.canceled.push([parameters.key, body])
      state.token = 200
      return { refunded: 4, charged: 0 }
    },
  }
  return { state, answers }
}

async function choose(page: Page): Promise<void> {
  await chooseFiles(page, HELLO)
  await popup(page).waitFor()
}

async function begin(page: Page, left = 196): Promise<void> {
  await choose(page)
  await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
  // The page reloads the balance once it has stored the key of the accepted submission.
  await page.getByRole('link', { name: `보유 토큰 ${left}개` }).waitFor()
}

async function reload(page: Page): Promise<void> {
  page.on('dialog', dialog => void dialog.accept())
  await page.reload()
  await page.getByRole('heading', { name: '업로드가 끝나지 않은 영상이 있어요' }).waitFor()
}

describe('a small upload that a reload interrupts', () => {
  it('resumes with the tokens already held, even if none are left', async () => {
    const { state, answers } = service(0)
    const { page } = await screens.visit('/', { answers })
    await begin(page, 0)
    await reload(page)
    state.isOpen = true
    await choose(page)
    await popup(page).getByText('업로드가 끝나지 않은 영상이에요. 미리 잡아 둔 토큰으로 이어서 올려요.').waitFor()
    await expect
      .poll(() =>
        popup(page)
          .getByText(/쓰는 토큰|부족해요/)
          .count(),
      )
      .toBe(0)
    await checkScreen(page, 'confirm-unfinished')
    await page.getByRole('button', { name: '이어서 올리기' }).click()
    await page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
    expect(state.keys.size).toBe(1)
    expect(state.canceled).toEqual([])
    await expect.poll(() => page.getByText('업로드가 끝나지 않은 영상이 있어요').count()).toBe(0)
  })

  it('refunds its tokens on "업로드 취소"', async () => {
    const { state, answers } = service()
    const { page } = await screens.visit('/', { answers })
    await begin(page)
    await reload(page)
    await page.getByText('길이 00:25', { exact: true }).waitFor()
    await page.getByText('미리 잡아 둔 토큰 4개', { exact: true }).waitFor()
    await checkScreen(page, 'upload-unfinished')
    await page.getByRole('button', { name: '업로드 취소' }).click()
    await page.getByText('업로드를 취소했어요. 미리 잡아 둔 토큰을 돌려 드렸어요.').waitFor()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    expect(state.canceled).toEqual([[KEY, { costs: 0 }]])
    await page.reload()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    await expect.poll(() => page.getByText('업로드가 끝나지 않은 영상이 있어요').count()).toBe(0)
  })

  it('is forgotten once the service has refunded it, and then costs its full price again', async () => {
    const { state, answers } = service()
    const { page } = await screens.visit('/', { answers })
    await begin(page)
    state.canceled.push('by the sweeper')
    state.token = 200
    page.on('dialog', dialog => void dialog.accept())
    await page.reload()
    await choose(page)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).waitFor()
    await expect.poll(() => page.getByText('업로드가 끝나지 않은 영상이 있어요').count()).toBe(0)
  })
})

describe('"취소"', () => {
  it('cancels a submission that has no response yet', async () => {
    const { state, answers } = service()
    const answer = answers.submitVideo
    const first = Promise.withResolvers<void>()
    let asked = 0
    answers.submitVideo = async call => {
      asked += 1
      if (asked === 1) await first.promise
      return (await answer?.(call)) ?? new Refusal('INTERNAL')
    }
    const { page } = await screens.visit('/', { answers })
    await choose(page)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await expect.poll(() => asked).toBe(1)
    await page.getByRole('button', { name: '취소' }).click()
    await page.getByText('업로드를 취소했어요. 미리 잡아 둔 토큰을 돌려 드렸어요.').waitFor()
    first.resolve()
    expect(state.canceled).toEqual([[KEY, { costs: 0 }]])
    expect(state.keys.size).toBe(1)
    await page.reload()
    await page.getByRole('link', { name: /보유 토큰/ }).waitFor()
    await expect.poll(() => page.getByText('업로드가 끝나지 않은 영상이 있어요').count()).toBe(0)
  })

  it('stops an upload that was resumed after a reload', async () => {
    const { state, answers } = service()
    const { page } = await screens.visit('/', { answers })
    await begin(page)
    await reload(page)
    await choose(page)
    await page.getByRole('button', { name: '이어서 올리기' }).click()
    await page.locator('.jobs').getByRole('button', { name: '취소' }).click()
    await page.getByText('업로드를 취소했어요. 미리 잡아 둔 토큰을 돌려 드렸어요.').waitFor()
    expect(state.canceled).toEqual([[KEY, { costs: 0 }]])
    await expect.poll(() => page.getByText('업로드가 끝나지 않은 영상이 있어요').count()).toBe(0)
  })

  it('is offered on a row in any stage, and states its cost beforehand', async () => {
    const [free, dear] = [
      '미리 잡아 둔 토큰 4개를 모두 돌려 드려요.',
      '이미 자막을 만들기 시작해서 토큰 4개는 돌려 드리지 않아요.',
    ]
    const stages = [
      ['uploading', free, 0],
      ['queued', free, 0],
      ['fetching', free, 0],
      ['listening', dear, 4],
      ['translating', dear, 4],
      ['writing', dear, 4],
    ] as const
    let entries: EntryView[] = stages.map(([status], i) => {
      const key = `2026031414092${i}`
      return { ...uploading, key, status, title: `${key}_${status}.mp4` }
    })
    const canceled: unknown[] = []
    const answers: Answers = {
      listArchive: () => ({ entries, page: 1, pages: 1, total: entries.length }),
      cancelEntry({ parameters, body }) {
        canceled.push(body)
        const failed = { status: 'failed', failure: 'CANCELED', failureText: '요청하신 대로 취소했어요.' } as const
        entries = entries.map(entry => (entry.key === parameters.key ? { ...entry, ...failed } : entry))
        return { refunded: 4, charged: 0 }
      },
    }
    const { page } = await screens.visit('/user', { answers })
    const costs: unknown[] = []
    for (const [status, text, cost] of stages) {
      await page.getByRole('button', { name: `취소 ${status}.mp4` }).click()
      const dialog = page.getByRole('dialog', { name: '자막 만들기를 취소할까요?' })
      await dialog.getByText(text).waitFor()
      expect(canceled).toEqual(costs)
      costs.push({ costs: cost })
      await dialog.getByRole('button', { name: '만들기 취소' }).click()
      await page
        .getByRole('row')
        .filter({ hasText: `${status}.mp4` })
        .getByText('요청하신 대로 취소했어요.')
        .waitFor()
      expect(canceled).toEqual(costs)
    }
  })

  it('in the archive also stops the upload running on this page', async () => {
    const { state, answers } = service()
    answers.listArchive = () => ({ entries: state.keys.size > 0 ? [uploading] : [], page: 1, pages: 1, total: 1 })
    const { page } = await screens.visit('/', { answers })
    await begin(page)
    await page.getByRole('button', { name: /내 메뉴/ }).click()
    await page.getByRole('menuitem', { name: '내 보관함' }).click()
    await page.getByRole('button', { name: '취소 hello.mp4' }).click()
    await checkScreen(page, 'archive-cancel')
    await page.getByRole('dialog').getByRole('button', { name: '만들기 취소' }).click()
    await page.getByText('취소했어요. 토큰 4개를 돌려 드렸어요.').waitFor()
    const isGuarded = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await expect.poll(isGuarded).toBe(false)
    expect(state.canceled).toEqual([[KEY, { costs: 0 }]])
  })
})

describe('the operator’s stop', () => {
  it('is reported at once and not retried', async () => {
    const { answers } = service()
    const reason = '점검하고 있어요. 3시부터 다시 받을게요.'
    answers.submitVideo = () => new Refusal('STOPPED', reason)
    const { page } = await screens.visit('/', { answers })
    await choose(page)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText(`업로드하지 못했어요: ${reason}`).first().waitFor()
    expect(calls('submitVideo')).toHaveLength(1)
    await expect.poll(() => page.getByText('인터넷 연결을 기다리고 있어요').count()).toBe(0)
  })
})
