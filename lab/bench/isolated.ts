import { spawn } from 'node:child_process'

/**
 * Runs a measuring program in its own process, so that the heap and compiled code of other libraries have no effect.
 * The last line of its output is JSON.
 */
export async function isolated(program: URL, args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, ['--expose-gc', '--max-old-space-size=6144', program.pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  if (code !== 0) throw new Error(`${program.pathname} ${args.join(' ')} ended with ${code}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? 'null')
}

/** The middle value; of an even number, the lower of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1] ?? Number.NaN
}

/** Prints rows under their headings, with numbers aligned right. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map(row => (row[i] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  for (const row of [headings, widths.map(width => '-'.repeat(width)), ...rows]) console.log(line(row))
}
