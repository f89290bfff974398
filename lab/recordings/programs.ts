import { execFile } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'

const LARGEST_OUTPUT = 512 * 1024 ** 2

/** Runs a program and returns what it writes. A program given by its path finds the libraries that lie beside it. */
export function run(program: string, args: readonly string[]): Promise<Buffer> {
  const beside = program.includes('/') ? { LD_LIBRARY_PATH: dirname(program) } : {}
  return new Promise((resolve, reject) => {
    const settings = {
      encoding: 'buffer',
      maxBuffer: LARGEST_OUTPUT,
      timeout: 120_000,
      env: { ...process.env, ...beside },
    } as const
    execFile(program, args, settings, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const said = stderr.toString().trim().split('\n').at(-1)
      reject(new ProgramFailed(`${program}: ${said || error.message}`, { cause: error }))
    })
  })
}

export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
}

/** True if the program is installed. */
export async function isThere(program: string): Promise<boolean> {
  try {
    await run(program, ['-version'])
    return true
  } catch (error) {
    // A program that rejects the option is installed, too.
    return !(error instanceof ProgramFailed && isMissing(error.cause))
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'errno' in cause && cause.errno === -constants.errno.ENOENT
}

/** The words of a command line without quotes. */
export function words(line: string): string[] {
  return line.split(' ').filter(word => word !== '')
}
