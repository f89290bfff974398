import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'

export interface Ended {
  /** null if a signal ended it. */
  exitCode: number | null
  /** The signal, if it did not come from `stop`. */
  signal: NodeJS.Signals | null
  /** The last 64 KiB of its output (stdout and stderr). */
  said: string
}

export interface Running {
  /** Kills the program and its children; `runProgram` then throws the reason. */
  stop: (reason: Error) => void
}

export interface ProgramLimits {
  patienceMs: number
  silenceMs: number
  /** Creates the error for a run that exceeds the time limit. */
  tooSlow: (message: string) => Error
  /** Environment of the program. Never ours, because it contains credentials. */
  environment: Record<string, string>
  folder: string
}

const KEPT_CHARACTERS = 64 * 1024

/**
 * Runs a program without a shell, in its own process group, and passes each line of output on.
 * @throws the reason given to `stop`, `tooSlow`, or the system's error if it cannot be started (ENOENT, EACCES)
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { patienceMs, silenceMs, tooSlow, environment, folder }: ProgramLimits,
  onLine: (line: string, running: Running) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    shell: false,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let reason: Error | undefined
  const running: Running = {
    stop(why) {
      reason ??= why
      if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid)
    },
  }
  const deadline = setTimeout(() => running.stop(tooSlow(`not done after ${patienceMs} ms`)), patienceMs)
  const silence = setTimeout(() => running.stop(tooSlow(`no output for ${silenceMs} ms`)), silenceMs)
  const listen = (stream: NodeJS.ReadableStream) => {
    const lines = lineSplitter(line => onLine(line, running))
    stream.on('data', (chunk: Buffer) => {
      silence.refresh()
      said = (said + lines(chunk)).slice(-KEPT_CHARACTERS)
    })
  }
  listen(child.stdout)
  listen(child.stderr)
  try {
    const { exitCode, signal } = await new Promise<Omit<Ended, 'said'>>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, sent) => resolve({ exitCode: code, signal: sent }))
    })
    if (reason) throw reason
    return { exitCode, signal, said }
  } finally {
    clearTimeout(deadline)
    clearTimeout(silence)
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The program has already exited.
  }
}

function lineSplitter(onLine: (line: string) => void): (chunk: Buffer) => string {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return chunk => {
    const text = decoder.write(chunk)
    const lines = (rest + text).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
    return text
  }
}
