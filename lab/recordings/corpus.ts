import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clickSource } from './clicks.ts'
import { type Recipe, recipes } from './encoders.ts'
import { isThere, ProgramFailed, run, words } from './programs.ts'

/** Seconds of each file of the corpus. */
const SECONDS = 12
const SPEECH = join(import.meta.dirname, '../../local/sample/hello.m4a')

/** Speech with a loud click at known times, as WAV. */
async function makeSource(path: string, seconds: number, ffmpeg: string): Promise<void> {
  const mixed =
    '[0:a]volume=-24dB[speech];[speech][1:a]amix=inputs=2:duration=shortest:normalize=0,pan=stereo|c0=c0|c1=c0'
  const inputs = ['-stream_loop', '-1', '-i', SPEECH, '-f', 'lavfi', '-i', clickSource(seconds)]
  await run(ffmpeg, [
    '-v',
    'error',
    '-y',
    ...inputs,
    '-filter_complex',
    mixed,
    '-t',
    `${seconds}`,
    '-ar',
    '48000',
    path,
  ])
}

export interface MadeCorpus {
  /** The sound in all files. */
  source: string
  files: string[]
  /** Programs that are not installed, and recipes that a program refuses, with what it says. */
  missing: string[]
  failed: { name: string; reason: string }[]
}

/** The sound of all files, in a folder. */
export async function sourceIn(folder: string, ffmpeg: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const source = join(folder, 'source.wav')
  if (!existsSync(source)) await makeSource(source, SECONDS, ffmpeg)
  return source
}

/** Makes the files that are not in the folder yet. */
export async function makeCorpus(folder: string, ffmpegs: readonly string[]): Promise<MadeCorpus> {
  const source = await sourceIn(folder, ffmpegs[0] ?? 'ffmpeg')
  const made: MadeCorpus = { source, files: [], missing: [], failed: [] }
  const there = new Map<string, boolean>()
  for (const recipe of recipes(ffmpegs)) {
    if (!there.has(recipe.program)) there.set(recipe.program, await isThere(recipe.program))
    if (!there.get(recipe.program)) {
      if (!made.missing.includes(recipe.program)) made.missing.push(recipe.program)
      continue
    }
    const file = join(folder, `${recipe.name}.mp4`)
    try {
      if (!existsSync(file)) await follow(recipe, source, file)
      made.files.push(file)
    } catch (error) {
      if (!(error instanceof ProgramFailed)) throw error
      rmSync(file, { force: true })
      made.failed.push({ name: recipe.name, reason: error.message })
    }
  }
  return made
}

async function follow({ steps }: Recipe, source: string, file: string): Promise<void> {
  const between = `${file}.between`
  const filled = (word: string) => word.replace('{in}', source).replace('{wav}', between).replace('{out}', file)
  try {
    for (const step of steps) {
      const [program = '', ...args] = words(step)
      await run(program, args.map(filled))
    }
    if (!existsSync(file)) throw new ProgramFailed(`${words(steps.at(-1) ?? '')[0]} wrote nothing`)
  } finally {
    rmSync(between, { force: true })
  }
}
