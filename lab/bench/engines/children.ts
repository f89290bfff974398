import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in Linux's process accounting. */
const TICKS = 100

export interface ChildUsage {
  cpuSeconds: number
  /** Peak memory, in MB. */
  peakMegabytes: number
}

/**
 * CPU and peak memory of the youngest child process; undefined where the system does not report them (other than
 * Linux).
 */
export function youngestChild(): ChildUsage | undefined {
  try {
    const children = readdirSync('/proc/self/task').flatMap(task =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    const pid = Math.max(...children)
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [, peak = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS, peakMegabytes: Number(peak) / 1024 }
  } catch {
    return undefined
  }
}
