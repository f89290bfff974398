import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { closeProfiles, openProfile, sharedBrowser } from '../support/browser.ts'
import { shareStory } from '../support/running.ts'

/** Status of the shipped font in a document: `loaded` once text uses it. */
const fontStatus = (page: Pick<Page, 'evaluate'>) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ family }) => family.includes('Pretendard')).map(({ status }) => status)
  })

/** Follows the title of every practice page. */
const SERVICE = ' | Jamak 자막'

const story = await shareStory()
const browser = await sharedBrowser()
afterAll(() => closeProfiles(browser))

describe('the practice pages', () => {
  it('sign-in, mailbox, emails and the practice bank use the shipped font and name the service in their titles', async () => {
    const { page, faults } = await openProfile(browser)
    const inEmails: string[] = []
    page.on('requestfinished', request => {
      if (request.frame().url().includes('part=html')) inEmails.push(request.url())
    })
    await page.goto(story.cloud.siteUrl)
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
    await page.getByLabel('이름').fill('reader-of-practice')
    await expect.poll(() => page.title()).toBe(`로그인${SERVICE}`)
    await expect.poll(() => fontStatus(page)).toEqual(['loaded'])
    await page.getByLabel('이메일').fill('reader-of-practice@example.com')
    await page.getByRole('button', { name: '로그인' }).click()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()

    await expect
      .poll(async () => {
        await page.goto(`${story.cloud.awsUrl}/mail`)
        return page.getByRole('listitem').count()
      })
      .toBeGreaterThan(0)
    await expect.poll(() => fontStatus(page)).toEqual(['loaded'])
    await expect.poll(() => page.title()).toBe(`메일함${SERVICE}`)
    await page.getByRole('listitem').getByRole('link').first().click()
    await page.frameLocator('iframe').getByText('Jamak 자막', { exact: true }).waitFor()
    await expect.poll(() => page.title()).toMatch(/ \| Jamak 자막$/)
    await expect.poll(() => inEmails.filter(url => url.endsWith('.woff2'))).toHaveLength(1)
    await page.goto(`${story.cloud.awsUrl}/toss/bank`)
    await expect.poll(() => fontStatus(page)).toEqual(['loaded'])
    await expect.poll(() => page.title()).toBe(`연습용 은행${SERVICE}`)
    // The profile's own script has no storage inside the sandboxed frame of an email.
    expect(faults.filter(fault => !fault.includes("lacks the 'allow-same-origin' flag"))).toEqual([])
  })
})
