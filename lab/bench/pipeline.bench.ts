import { setTimeout as wait } from 'node:timers/promises'
import { isOpen } from '../../lambdas/contract/archive-entry.ts'
import { executionName, STATES } from '../../lambdas/contract/workflow.ts'
import { grant } from '../../lambdas/records/ledger/index.ts'
import type { Cloud } from '../../local/cloud/options.ts'
import { type Visitor, visitor } from '../../test/support/visitor.ts'
import { benchTables, withBenchCloud } from './cloud/bench-cloud.ts'
import { type Counted, type Counter, createCounter } from './cloud/counted.ts'
import { instantEngines } from './cloud/instant-engines.ts'
import { uploadMade } from './cloud/made-video.ts'
import { type Aim, amount, type Report, type Table } from './figures.ts'

const MINUTES = [1, 10, 60, 240]
/** The target: 2 s beyond the engines' own time, which is zero here. */
const AIM_MS = 2000
const LONGEST_MS = 120_000
const WITHOUT_FUNCTION = new Set<string>([STATES.whichSource, STATES.isTranscribed, STATES.translate, STATES.done])

interface Run {
  minutes: number
  /** Time from the object's arrival to the subtitle. */
  toSubtitleMs: number
  /** CPU of the local cloud's own thread, and of the functions with their threads. */
  cloudCpuMs: number
  functionsCpuMs: number
  transitions: number
  functionCalls: number
  counted: Counted
}

/**
 * Measures the time from the object's arrival to the SRT with engines that respond immediately, so that everything
 * measured is our own: for 1, 10, 60 and 240 minutes of video, after a first video that starts the functions.
 * `--quick` skips those over ten minutes.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const longest = options.includes('--quick') ? 10 : 240
  let seconds = 60
  const runs = await withBenchCloud(
    instantEngines(() => seconds),
    async cloud => {
      const counter = createCounter(cloud)
      const person = await visitor(cloud, 'bench')
      const at = new Date().toISOString()
      await grant(benchTables(cloud), { uid: person.uid, id: 'bench', amount: 10_000, reason: 'bench', at })
      const measured: Run[] = []
      await measure(cloud, counter, person, 1)
      for (const minutes of MINUTES.filter(each => each <= longest)) {
        seconds = minutes * 60
        measured.push(await measure(cloud, counter, person, minutes))
      }
      counter.stop()
      return measured
    },
  )
  return { tables: [tableOf(runs)], aims: aimsOf(runs), data: { aimMs: AIM_MS, runs } }
}

async function measure(cloud: Cloud, counter: Counter, person: Visitor, minutes: number): Promise<Run> {
  const entry = await uploadMade(person, minutes * 60)
  const arrivedMs = Date.now()
  const cpu = cpuClock()
  // The upload itself is not part of the pipeline.
  counter.take()
  const name = executionName({ uid: person.uid, key: entry.key })
  const execution = await ended(cloud, name)
  const counted = counter.take()
  const used = cpu()
  const done = await person.api('readEntry', { parameters: { key: entry.key } })
  if (isOpen(done.status) || done.status === 'failed') throw new Error(`${minutes} minutes ended as ${done.status}`)

  const history = execution.history()
  const entered = history.filter(event => event.type.endsWith('StateEntered') && event.state !== null)
  const calls = entered.filter(({ state }) => !WITHOUT_FUNCTION.has(state ?? '')).length
  const written = history.find(({ state, type }) => state === STATES.writeSubtitle && type.endsWith('StateExited'))
  return {
    minutes,
    toSubtitleMs: (written?.at ?? Date.now()) - arrivedMs,
    ...used,
    transitions: entered.length,
    functionCalls: calls,
    counted,
  }
}

/** Milliseconds of CPU since the call of `cpuClock`. */
function cpuClock(): () => Pick<Run, 'cloudCpuMs' | 'functionsCpuMs'> {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  return () => {
    const [allNow, ownNow] = [process.cpuUsage(all), process.threadCpuUsage(own)]
    const cloudCpuMs = (ownNow.user + ownNow.system) / 1000
    return { cloudCpuMs, functionsCpuMs: (allNow.user + allNow.system) / 1000 - cloudCpuMs }
  }
}

async function ended(cloud: Cloud, name: string) {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(20)) {
    const found = cloud.executions().find(one => one.name === name)
    if (found && found.status !== 'RUNNING') return found
  }
  throw new Error(`${name} did not end within ${LONGEST_MS / 1000} s`)
}

const HEADINGS = [
  'video',
  'to the SRT',
  'CPU of the functions',
  'CPU of the played AWS',
  'transitions',
  'function calls',
  'MB read',
  'MB written',
]

function tableOf(runs: readonly Run[]): Table {
  const rows = runs.map(({ minutes, toSubtitleMs, functionsCpuMs, cloudCpuMs, ...run }) => [
    `${minutes} min`,
    ...[toSubtitleMs, functionsCpuMs, cloudCpuMs].map(ms => amount(ms / 1000, 's', 1)),
    amount(run.transitions),
    amount(run.functionCalls),
    amount(run.counted.bytesRead / 1e6, '', 1),
    amount(run.counted.bytesWritten / 1e6, '', 1),
  ])
  return { name: 'pipeline', headings: HEADINGS, rows }
}

function aimsOf(runs: readonly Run[]): Aim[] {
  return runs.map(({ minutes, toSubtitleMs }) => ({
    aim: `${minutes} min of video, engines that take no time`,
    measured: amount(toSubtitleMs / 1000, 's', 1),
    atMost: AIM_MS / 1000,
    ifMissed: WHY_MISSED,
  }))
}

const WHY_MISSED =
  'Amazon Translate is asked once a sentence, so that no text moves to another one (1,242 requests an hour): the CPU of these requests on two cores, which AWS spreads over machines of their own. Next: several sentences in one request, once it is shown that no text moves.'
