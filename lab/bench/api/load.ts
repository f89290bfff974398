import { fork } from 'node:child_process'

/** One HTTP request. */
export interface Shot {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** Requests sent in rotation with this concurrency for this long, or each of them once. */
export interface Load {
  shots: Shot[]
  atOnce: number
  once: boolean
  ms: number
}

export interface Answers {
  /** Milliseconds of every request, in the order in which they ended. */
  waits: number[]
  /** Number of responses by status. */
  statuses: Record<string, number>
  seconds: number
}

export interface Sender extends Disposable {
  send(load: Load): Promise<Answers>
}

/** Starts the process that sends loads. */
export function createSender(): Sender {
  const child = fork(new URL('./load-process.ts', import.meta.url), { stdio: 'inherit' })
  return {
    send: load =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`the sender ended with ${code}`))
        child.once('exit', onExit)
        child.once('message', (answers: Answers) => {
          child.off('exit', onExit)
          resolve(answers)
        })
        child.send(load)
      }),
    [Symbol.dispose]: () => void child.kill(),
  }
}
