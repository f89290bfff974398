import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

const ROOT = join(import.meta.dirname, '..')
const INSTALLED = join(ROOT, 'node_modules')
/** Kinds of imports that the packages support: they are ES modules. */
const SERVED: readonly string[] = ['node16-esm', 'bundler']
/** What an example prints in its first and its second run, by folder of the package: data survives a restart. */
const PRINTED: Record<string, string[]> = { 'local-aws': ['Visit 1\n', 'Visit 2\n'] }
const manifest = z.object({
  name: z.string(),
  bin: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), z.unknown()).optional(),
})
const packed = z.union([
  z.array(z.object({ filename: z.string() })),
  z.record(z.string(), z.object({ filename: z.string() })),
])

describe.each(readdirSync(join(ROOT, 'packages')))('the package %s, as its users get it', folder => {
  const source = join(ROOT, 'packages', folder)
  const { name, bin, exports } = manifest.parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')))
  const user = mkdtempSync(join(tmpdir(), 'packed-'))
  let tarball = Buffer.alloc(0)

  beforeAll(() => {
    const answer = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', user], source).trim())
    const [file] = Object.values(packed.parse(answer))
    tarball = readFileSync(join(user, file?.filename ?? ''))
    layOut(user, name, join(user, file?.filename ?? ''))
  })
  afterAll(() => rmSync(user, { recursive: true, force: true }))

  it('contains what its package.json names, in the forms that Node and bundlers read', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } })
    expect(messages.map(message => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  it.runIf(exports)('resolves its types with every entry', async () => {
    const found = await checkPackage(createPackageFromTarballData(tarball))
    const problems = found.types === false ? ['no types'] : found.problems
    const served = problems.filter(
      one => typeof one === 'string' || !('resolutionKind' in one) || SERVED.includes(one.resolutionKind),
    )
    expect(served).toEqual([])
  })

  it.runIf(exports)('runs the first example of its README', () => {
    const [, example = ''] = /```(?:js|ts)\n(.*?)```/su.exec(readFileSync(join(source, 'README.md'), 'utf8')) ?? []
    writeFileSync(join(user, 'example.js'), example)
    for (const printed of PRINTED[folder] ?? [expect.stringMatching(/./)])
      expect(run(process.execPath, ['example.js'], user)).toEqual(printed)
  })

  it.runIf(!exports)('runs alone, in a folder without any other package', () => {
    const bare = join(user, 'bare')
    mkdirSync(bare)
    execFileSync('tar', ['-xzf', '-', '-C', bare, '--strip-components=1'], { input: tarball })
    writeFileSync(join(bare, 'a.srt'), '1\n00:00:01,000 --> 00:00:04,000\n그래서 우리는 학교에 갔어요\n')
    for (const file of Object.values(bin))
      expect(run(process.execPath, [file, 'convert', 'a.srt', '--to', 'vtt'], bare)).toMatch(/^WEBVTT/)
  })

  it('runs its commands', () => {
    for (const [command, file] of Object.entries(bin))
      expect(run(process.execPath, [join('node_modules', name, file), '--help'], user)).toMatch(`${command} `)
  })
})

/** Makes the tarball and all installed packages importable from a folder. */
function layOut(user: string, name: string, tarball: string): void {
  const modules = join(user, 'node_modules')
  mkdirSync(join(modules, name), { recursive: true })
  writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }\n')
  for (const one of readdirSync(INSTALLED)) if (one !== name) symlinkSync(join(INSTALLED, one), join(modules, one))
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, name), '--strip-components=1'])
}

function run(command: string, args: string[], cwd: string): string {
  // npm runs on this Node, not on the first one on PATH.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
