import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'

const HELP = `npm run test:again -- [TIMES] [--from RUN] [VITEST ARGUMENTS…]

Repeats the tests of npm test TIMES times (default 4) to find those that pass by luck, and prints what failed in each
run. Every second run shares the cores with a busy process on each; two runs in four take the files in random order.
Arguments after TIMES go to Vitest, which then selects from all tests: npm run test:again -- 20 test/payment.
After a stop, --from 8 continues with the eighth run.`

const [wanted = '4', ...others] = process.argv.slice(2)
const isContinued = others[0] === '--from'
const [times, from] = [Number(wanted), Number(isContinued ? others[1] : 1)]
const isHelp = wanted === '--help' || wanted === '-h'
if (isHelp || !Number.isInteger(times) || !(from >= 1 && from <= times)) {
  console.log(HELP)
  process.exit(isHelp ? 0 : 2)
}
const given = others.slice(isContinued ? 2 : 0)
const passedOn = given.length === 0 ? ['--project', '!nightly'] : given

const results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

const folder = mkdtempSync(join(tmpdir(), 'jamak-again-'))
let red = 0
try {
  for (let run = from - 1; run < times; run += 1) {
    const { title, failed } = runOnce(run % 2 === 1, run % 4 >= 2 ? run : undefined)
    console.log([`${run + 1}/${times} ${title}`, ...failed].join('\n      '))
    if (failed.length > 0) red += 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const runs = times - from + 1
console.log(`${runs - red} of ${runs} runs passed.`)
process.exitCode = red > 0 ? 1 : 0

/** Runs the suite once, with its files in the random order of `seed` or in their usual order. */
function runOnce(isLoaded: boolean, seed: number | undefined): { title: string; failed: string[] } {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const order = seed === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${seed}`]
  const words = ['run', '--reporter=json', `--outputFile=${report}`, ...order, ...passedOn]
  const busy = isLoaded ? keepBusy() : []
  const started = Date.now()
  // The shell's `times` includes the CPU time of the processes that the suite started.
  const script = '"$@" >&2; code=$?; times; exit $code'
  const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', ...words]
  const { status, stdout } = spawnSync('sh', ['-c', script, 'sh', ...vitest], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for (const each of busy) each.kill()
  const seconds = Math.round((Date.now() - started) / 1000)
  const how = [isLoaded && 'busy cores', seed !== undefined && `random order ${seed}`].filter(Boolean).join(', ')
  const failed = failuresIn(report, status)
  const title = `${failed.length === 0 ? 'green' : 'RED'} in ${seconds} s, CPU ${stdout.trim().split('\n').at(-1)} ${how && `(${how})`}`
  return { title: title.trim(), failed }
}

function failuresIn(report: string, status: number | null): string[] {
  let text: string
  try {
    text = readFileSync(report, 'utf8')
  } catch {
    return [`the suite did not finish (${status})`]
  }
  const failed = results.parse(JSON.parse(text)).testResults.flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults.filter(each => each.status === 'failed').map(each => `${name} › ${each.fullName}`)
    return names.length === 0 && status === 'failed' ? [name] : names
  })
  return failed.length === 0 && status !== 0 ? [`every test passed, but the suite ended with ${status}`] : failed
}

function keepBusy(): ChildProcess[] {
  // A busy process ends with this one, even if this one is killed.
  const script = `while (process.ppid === ${process.pid});`
  return Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', script]))
}
