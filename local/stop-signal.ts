/** Interval for checking that the parent process still runs: `npm` and `sh` pass no signal on when they are killed. */
const PARENT_EVERY_MS = 500

/**
 * Resolves when this process should end: at Ctrl+C, when it is terminated, when its terminal closes, and when the process
 * that started it has been killed.
 */
export function stopSignal(
  parent: () => number = () => process.ppid,
  signals: { once(signal: NodeJS.Signals, stop: () => void): unknown } = process,
): Promise<void> {
  return new Promise(resolve => {
    const started = parent()
    const timer = setInterval(() => {
      if (parent() !== started) stop()
    }, PARENT_EVERY_MS).unref()
    const stop = () => {
      clearInterval(timer)
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) signals.once(signal, stop)
    // Writing to a closed terminal fails, which must not prevent the orderly stop.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  })
}
