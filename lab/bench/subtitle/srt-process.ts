import { readFileSync } from 'node:fs'
import { peers } from '../peers/srt.ts'
import { cueAt } from './corpus.ts'

/**
 * Measures one library at one task: `<library> <parse|format> <file> <cues> <warm runs>`. The first run gives the peak
 * memory of a cold start, the following ones are measured warm, and at the end the output is compared with the file.
 */
const [name = '', task, file = '', count, wanted] = process.argv.slice(2)
const peer = peers[name]
if (!peer) throw new Error(`no library ${name}`)
const cues = Number(count)
const runs = Number(wanted)

const found = task === 'parse' ? measured(reading()) : measured(writing())
console.log(JSON.stringify({ ...found, equal: task === 'parse' ? parsed() : formatted() }))

function reading(): () => unknown {
  const source = readFileSync(file, 'utf8')
  return () => peer?.read(source)
}

function writing(): () => unknown {
  const write = peer?.writer(cues, cueAt)
  // Searching for an absent character makes V8 flatten the string, which some libraries return in pieces.
  return () => write?.().indexOf('\uffff')
}

function measured(run: () => unknown) {
  globalThis.gc?.()
  const beforeMb = process.memoryUsage().rss / 1e6
  run()
  const peakMb = process.resourceUsage().maxRSS / 1e3
  const times: number[] = []
  const cpu: number[] = []
  // The CPU clock ticks in milliseconds, so a small file is processed often enough to be measured. The first round
  // of
  // many repeats also warms up; for a large file the cold run has done that.
  const repeats = Math.max(1, Math.round(100_000 / cues))
  const warmUps = cues > 100_000 ? 0 : 1
  for (let i = -warmUps; i < runs; i += 1) {
    globalThis.gc?.()
    const cpuBefore = process.threadCpuUsage()
    const start = performance.now()
    for (let repeat = 0; repeat < repeats; repeat += 1) run()
    const ms = performance.now() - start
    const used = process.threadCpuUsage(cpuBefore)
    if (i < 0) continue
    times.push(ms / repeats)
    cpu.push((used.user + used.system) / 1000 / repeats)
  }
  return { times, cpu, beforeMb, peakMb }
}

function parsed(): string {
  const found = peer?.plain(readFileSync(file, 'utf8')) ?? []
  const equal = (clean: (text: string) => string) =>
    found.length === cues &&
    found.every(({ startMs, endMs, text }, n) => {
      const cue = cueAt(n)
      return startMs === cue.startMs && endMs === cue.endMs && clean(text) === cue.text
    })
  if (equal(text => text)) return 'yes'
  return equal(text => text.trimEnd()) ? 'but for line ends' : 'no'
}

function formatted(): string {
  const source = readFileSync(file, 'utf8')
  const found = peer?.writer(cues, cueAt)() ?? ''
  if (found === source) return 'yes'
  return found.replaceAll('\r\n', '\n').trimEnd() === source.trimEnd() ? 'but for line ends' : 'no'
}
