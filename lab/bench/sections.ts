import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { amount, isMet, reportSchema } from './figures.ts'
import type { Run } from './page.ts'

/** Sections of `npm run bench`, in the order in which they run: from the engine to the page. */
export const SECTIONS = [
  'subtitle',
  'breaks',
  'quality',
  'lambda',
  'pipeline',
  'api',
  'archive',
  'editor',
  'web',
] as const
/** Target time of a section on two idle cores. */
const AIM_SECONDS = 300
/** A section that hangs is stopped after this time, so that the others run. */
const LONGEST_MS = 15 * 60_000
const PROGRAM = join(import.meta.dirname, 'section-process.ts')

export interface Ended {
  section: string
  exitCode: number
  /** Undefined if the section failed or has no figures. */
  run?: Run
}

/** Runs a section in its own process group, so that its browsers and servers end with it. */
export async function runSection(section: string, options: readonly string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-section-'))
  const file = join(folder, 'report.json')
  try {
    const busyBefore = await busyShare()
    const [at, began] = [new Date().toISOString(), performance.now()]
    const exitCode = await exitOf(section, [file, ...options])
    const seconds = (performance.now() - began) / 1000
    if (!existsSync(file)) return { section, exitCode }
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    report.aims.push({
      aim: `\`npm run bench -- ${section}\``,
      measured: amount(seconds, 's'),
      atMost: AIM_SECONDS,
      ifMissed: 'On two quiet cores it is to end within that time; beside other work it takes longer.',
    })
    const isOver = report.aims.some(aim => aim.isBudget && !isMet(aim))
    const run = { at, seconds, busyBefore, cores: availableParallelism(), report }
    return { section, exitCode: exitCode || Number(isOver), run }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function exitOf(section: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, section, ...args], { stdio: 'inherit', detached: true })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  const stop = () => {
    end()
    process.exit(130)
  }
  const timer = setTimeout(() => {
    console.error(`${section} is ended after ${LONGEST_MS / 60_000} minutes.`)
    end()
  }, LONGEST_MS)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('exit', code => resolve(code ?? 1))
    })
  } finally {
    clearTimeout(timer)
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

/** Share of all cores that other processes use during one second in which this process is idle. */
async function busyShare(): Promise<number> {
  const before = processorTimes()
  await wait(1000)
  const after = processorTimes()
  const all = after.all - before.all
  return all > 0 ? 1 - (after.idle - before.idle) / all : 0
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map(cpu => cpu.times)
  const sum = (of: (one: (typeof times)[number]) => number) => times.reduce((total, one) => total + of(one), 0)
  return { idle: sum(one => one.idle), all: sum(one => one.user + one.nice + one.sys + one.idle + one.irq) }
}
