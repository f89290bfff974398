import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stopSignal } from '../../local/stop-signal.ts'

afterEach(() => vi.useRealTimers())

describe('the local cloud stops', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('at %s', async signal => {
    // Not `process` itself, which a browser of an earlier test would end at the signal.
    const signals = new EventEmitter()
    const stopped = stopSignal(undefined, signals)
    signals.emit(signal)
    await stopped
  })

  it('when the process that started it has been killed, and not before', async () => {
    vi.useFakeTimers()
    let parent = 42
    let isStopped = false
    const stopped = stopSignal(() => parent).then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(5000)
    expect(isStopped).toBe(false)
    parent = 1
    await vi.advanceTimersByTimeAsync(1000)
    await stopped
  })

  it('under npm, too: the shell of the command is replaced by the process', () => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(scripts).toMatchObject({ start: expect.stringMatching(/&& exec \S+node /), dev: scripts.dev })
    expect(scripts.dev).toMatch(/&& exec \S+node /)
  })
})
