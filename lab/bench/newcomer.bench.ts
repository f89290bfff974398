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
const LONGEST_START_MS = 20 * 60_000

/**
 * Times a newcomer's first minutes: clones the project into an empty folder, runs `npm start`, opens the page, plays
 * the sample as a guest, signs in on the practice page, submits the shipped sample and waits for its first Korean cue.
 * Only the installation of packages needs a network. `--from` clones another repository, `--keep` keeps the clone.
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
    const { page } = await openProfile(browser)
    await asGuest(page, siteUrl, clock)
    await asMember(page, join(clone, 'local/sample/sky.mp4'), clock)
    await browser.close()
  } finally {
    await stopped(service)
    if (values.keep) console.log(clone)
    else rmSync(folder, { recursive: true, force: true })
  }
  printTable(['step', 'seconds', 'since the start'], clock.rows)
}

async function asGuest(page: Page, siteUrl: string, clock: Clock): Promise<void> {
  const opened = performance.now()
  const sinceOpened = () => ` (${((performance.now() - opened) / 1000).toFixed(1)} s after opening the page)`
  await page.goto(siteUrl)
  await page.getByRole('button', { name: '소리와 함께 재생' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  clock(`guest hears the sample${sinceOpened()}`)
  await page.waitForFunction(
    () => (document.querySelector('video')?.textTracks[0]?.activeCues?.length ?? 0) > 0,
    undefined,
    { timeout: 30_000 },
  )
  clock(`guest reads its first cue${sinceOpened()}`)
}

async function asMember(page: Page, sample: string, clock: Clock): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
  await page.getByLabel('이름').fill('김하늘')
  await page.getByLabel('이메일').fill('haneul@example.com')
  await page.getByRole('button', { name: '로그인' }).click()
  await page.getByRole('tab', { name: '동영상 파일' }).click()
  clock('signed in')
  await page.setInputFiles('input[type=file]', sample)
  await page.getByRole('button', { name: '토큰 9개로 자막 만들기' }).click()
  await page.getByRole('link', { name: '모두 보기' }).click()
  clock('sample submitted')
  await page.getByRole('link', { name: '자막 고치기' }).click({ timeout: 120_000 })
  clock('subtitle finished')
  await page.locator('.sentences, main').getByText(FIRST_CUE).first().waitFor()
  clock('first Korean cue on the screen')
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
