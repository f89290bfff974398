import { readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Context } from './context.ts'
import { Fault } from './fault.ts'

/** Standard input or standard output, in place of a file. */
export const DASH = '-'

/** The bytes of a file, or of standard input. @throws Fault NO_FILE */
export async function readInput({ cwd, stdin, say }: Context, file: string): Promise<Uint8Array> {
  if (file === DASH) return readAll(stdin)
  try {
    return await readFile(resolve(cwd, file))
  } catch (cause) {
    throw new Fault('NO_FILE', say('noSuchFile', file), { cause })
  }
}

/** All bytes of a stream. */
export async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Writes to a file, or to standard output without one. */
export async function writeOutput(
  { cwd, stdout }: Context,
  file: string | undefined,
  content: string | Uint8Array,
): Promise<void> {
  if (file === undefined || file === DASH) stdout.write(content)
  else await writeFile(resolve(cwd, file), content)
}

/** A file's name without its folder and extension. */
export const bareName = (file: string): string =>
  file === DASH ? 'subtitle' : basename(file).replace(/\.[^.]{1,8}$/, '')
