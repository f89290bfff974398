import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchBrowser, openProfile } from '../../test/support/browser.ts'
import { printTable } from './isolated.ts'

const ROOT = join(import.meta.dirname, '../..')
const OPTIONS = { from: { type: 'string', default: ROOT }, keep: { type: 'boolean', default: false } } as const
/** First words of the shipped sample's subtitle. */
const FIRST_CUE = '맑은 날 하늘을'
/** A practice video of the local YouTube. */
const LINK = 'https://youtu.be/jamak-hello'
const LONGEST_START_MS = 20 * 60_000

/**
 * Times a newcomer's first minutes in a fresh clone: runs `npm start`, opens the page and watches the sample's captions,
 * pastes a link as a guest and submits it after the sign-in without typing it again, submits the shipped sample and waits
 * for its first Korean cue, and opens the sample from another user's empty archive. Only the installation of packages
 * needs a network. `--from` clones another repository, `--keep` keeps the clone.
 */
export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: OPTIONS })
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
  const clone = join(folder, 'jamak')
  const clock = startClock()
  let service: ChildProcess | undefined
  try {
    execFileSync('git', ['clone', '--quiet', values.from, clone])
    clock('git clone')
    // Its own process group, so that Ctrl+C can be simulated.
    service = spawn('npm', ['start'], {
      ...{ cwd: clone, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'inherit'], detached: true },
    })
    const siteUrl = await addressOf(service, () => clock('npm start: packages installed'))
    clock('npm start: synthesized and running')
    const browser = await launchBrowser()
    clock('(browser started)')
    const { page, context } = await openProfile(browser)
    await asGuest(page, siteUrl, clock)
    await asMember(page, join(clone, 'local/sample/sky.mp4'), clock)
    await context.close()
    await withEmptyArchive((await openProfile(browser)).page, siteUrl, clock)
    await browser.close()
  } finally {
    await stopped(service)
    if (values.keep) console.log(clone)
    else rmSync(folder, { recursive: true, force: true })
  }
  printTable(['step', 'seconds', 'since the start'], clock.rows)
}

async function asGuest(page: Page, siteUrl: string, clock: Clock): Promise<void> {
  // With reduced motion, the sample plays only on request.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(siteUrl)
  clock('guest: page loaded')
  await page.waitForFunction(captionMoves, undefined, { timeout: 60_000, polling: 50 })
  clock('guest: the sample plays with a Korean cue in view')
  await page.getByRole('textbox', { name: 'YouTube 링크' }).focus()
  await page.evaluate(pasteText, LINK)
  const start = page.getByRole('button', { name: '이 영상으로 시작하기' })
  await start.waitFor()
  clock('guest: link pasted, price shown')
  await start.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
  await page.getByRole('button', { name: '김하늘' }).click()
  await page.getByRole('button', { name: /^토큰 \d+개로 자막 만들기/ }).click()
  await page.getByRole('link', { name: '모두 보기' }).waitFor()
  clock('signed in, the same link submitted without typing')
}

/** Runs in the page: true while the sample plays with a Korean cue inside the window. */
function captionMoves(): boolean {
  const caption = document.querySelector('.sample-caption')
  const film = document.querySelector('video')
  const text = caption?.textContent ?? ''
  if (!caption || !film || film.paused || film.currentTime === 0 || text === '') return false
  const { top, bottom } = caption.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** Runs in the page: pastes into the field that has the focus. */
function pasteText(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

async function asMember(page: Page, sample: string, clock: Clock): Promise<void> {
  await page.getByRole('tab', { name: '동영상 파일' }).click()
  await page.setInputFiles('input[type=file]', sample)
  await page.getByRole('button', { name: '토큰 9개로 자막 만들기' }).click()
  await page.getByRole('link', { name: '모두 보기' }).click()
  clock('sample submitted')
  const row = page.getByRole('row').filter({ hasText: 'sky.mp4' })
  await row.getByRole('link', { name: '자막 편집' }).click({ timeout: 120_000 })
  clock('subtitle finished')
  await page.locator('.sentences, main').getByText(FIRST_CUE).first().waitFor()
  clock('first Korean cue on the screen')
}

/** Another user, who has not submitted anything. */
async function withEmptyArchive(page: Page, siteUrl: string, clock: Clock): Promise<void> {
  await page.goto(`${siteUrl}/user`)
  await page.getByRole('main').getByRole('button', { name: 'Google로 계속하기' }).click()
  await page.getByRole('button', { name: '박바다' }).click()
  const offer = page.getByRole('main').getByRole('link', { name: '예시 영상으로 먼저 해 보기' })
  await offer.waitFor()
  clock('(another user signed in, the archive empty)')
  await offer.click()
  await page.getByRole('heading', { name: '예시 영상', level: 1 }).waitFor()
  await page.locator('.sentences').getByText(FIRST_CUE).first().waitFor()
  clock('sample open in the editor')
}

interface Clock {
  (step: string): void
  rows: string[][]
}

/** Records the seconds of each step and since the start. */
function startClock(): Clock {
  const start = performance.now()
  let last = start
  const rows: string[][] = []
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const note = (step: string) => {
    const now = performance.now()
    rows.push([step, seconds(now - last), seconds(now - start)])
    console.log(`${seconds(now - start)} s: ${step}`)
    last = now
  }
  return Object.assign(note, { rows })
}

/** The address that the service prints; `onInstalled` is called before synthesis begins. */
function addressOf(service: ChildProcess, onInstalled: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The service did not start.')), LONGEST_START_MS)
    let said = ''
    let installed = false
    service.once('exit', code => reject(new Error(`npm start ended with ${code}:\n${said}`)))
    service.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!installed && /Installed/.test(said)) {
        installed = true
        onInstalled()
      }
      const address = /Jamak is running: (\S+)/.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}

/** Stops the service as Ctrl+C does, and waits until it has ended. */
async function stopped(service: ChildProcess | undefined): Promise<void> {
  if (service?.pid === undefined || service.exitCode !== null) return
  const exit = new Promise(resolve => service.once('exit', resolve))
  process.kill(-service.pid, 'SIGINT')
  await exit
}

/** The environment without npm's own variables, and with any free port. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|JAMAK_|NODE_OPTIONS)/i.test(name))
  return { ...Object.fromEntries(own), PORT: '0' }
}
