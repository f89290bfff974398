import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const ROOT = join(import.meta.dirname, '..')
const STAGES = [
  ...['account', 'submission', 'source', 'closing', 'transcription', 'translation'],
  ...['delivery', 'mail', 'archive', 'payment'],
]
const SCREENS = [
  ...['account', 'archive', 'glossary', 'help', 'home', 'legal', 'payment', 'review', 'sign-in', 'upload'],
]

/** Rooms of `lambdas/`. */
const LAMBDAS: Record<string, string[]> = {
  'lambdas/contract': [],
  'lambdas/runtime': ['lambdas/contract'],
  'lambdas/records': ['lambdas/contract', 'lambdas/runtime'],
  ...Object.fromEntries(
    STAGES.map(stage => [
      `lambdas/${stage}`,
      ['lambdas/contract', 'lambdas/runtime', 'lambdas/records', 'packages/subtitle-engine'],
    ]),
  ),
}

/** What a room of `local/` stands on, floor by floor; the files directly in `local` put the cloud together. */
const LOCAL_FLOORS: Record<string, string[]> = {
  machine: [],
  engines: ['sample'],
  sample: [],
  template: ['machine'],
  aws: ['machine', 'template'],
  events: ['machine', 'template'],
  functions: ['machine', 'template'],
  storage: ['aws', 'events', 'machine', 'template'],
  ai: ['aws', 'engines', 'machine'],
  mail: ['aws'],
  'sign-in': ['aws', 'machine', 'template'],
  toss: ['aws', 'machine'],
  youtube: ['aws', 'sample'],
  site: ['aws', 'functions', 'machine', 'template'],
  workflow: ['aws', 'events', 'functions', 'machine', 'template'],
}
const ROOMS_OF_THE_CLOUD = Object.keys(LOCAL_FLOORS).map(room => `local/${room}`)

/** Rooms of `local/`. */
const LOCAL: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.entries(LOCAL_FLOORS).map(([room, below]) => [
      `local/${room}`,
      [...below.map(each => `local/${each}`), 'lambdas/contract'],
    ]),
  ),
  'local/cloud': [...ROOMS_OF_THE_CLOUD, 'lambdas/contract'],
  local: [...ROOMS_OF_THE_CLOUD, 'local/cloud', 'lambdas/contract'],
}

/** Rooms of `web/`; files directly in `web` put the features together. */
const WEB: Record<string, string[]> = {
  'web/shared': ['lambdas/contract'],
  ...Object.fromEntries(SCREENS.map(screen => [`web/${screen}`, ['web/shared', 'lambdas/contract']])),
  // The review cuts subtitles as the server does.
  'web/review': ['web/shared', 'lambdas/contract', 'packages/subtitle-engine'],
  // The length of a file is read before anybody signs in, as it is after.
  'web/home': ['web/shared', 'lambdas/contract', 'web/upload/media/probe'],
  // The guests' sample is what the engine makes of its recording.
  'web/build': ['lambdas/contract', 'packages/subtitle-engine', 'local/sample'],
  web: ['web/shared', ...SCREENS.map(screen => `web/${screen}`), 'lambdas/contract'],
}

/** Rooms, or single files without their ending, that a room may import besides itself: the arrows of docs/architecture.md. */
const ALLOWED: Record<string, string[]> = {
  ...LAMBDAS,
  lib: ['lambdas/contract', 'lambdas/runtime/environment', 'lambdas/records/tables'],
  ...LOCAL,
  ...WEB,
  // A package stands alone: it may be published as it is.
  'packages/subtitle-engine': [],
  bin: [
    ...['lambdas/contract', 'lambdas/runtime', 'lambdas/records', 'packages/subtitle-engine'],
    ...['lambdas/mail/notify', 'lambdas/source/run-program', 'lambdas/source/yt-dlp-command'],
    ...['lib', 'local', 'web/build'],
  ],
}

/** Names of the packages' files in imports, such as `#subtitle-engine`. */
const { imports: PACKAGES } = z
  .object({ imports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

const files = globSync('{bin,lambdas,lib,local,packages/*/src,web}/**/*.{ts,tsx}', { cwd: ROOT })
const graph = new Map(files.map(file => [file, importsOf(file)]))

/** Every import of a file from this project: of values and of types, static and dynamic. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+|#[^'"]+)['"]/g)].map(
    match => match[1] ?? '',
  )
  return specifiers.map(specifier => {
    const target = PACKAGES[specifier]
    if (specifier.startsWith('#') && target === undefined) throw new Error(`${file} imports unknown ${specifier}`)
    return target === undefined ? relative(ROOT, join(ROOT, dirname(file), specifier)) : join(target)
  })
}

/** The innermost room that holds a file. */
function roomOf(file: string): string | undefined {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) if (folder in ALLOWED) return folder
  return undefined
}

function isIn(file: string, roomOrFile: string): boolean {
  return roomOf(file) === roomOrFile || file.startsWith(`${roomOrFile}.`) || file.startsWith(`${roomOrFile}/`)
}

describe('the arrows between rooms point only down', () => {
  for (const [room, allowed] of Object.entries(ALLOWED)) {
    it(`${room} imports only ${allowed.join(', ') || 'itself'}`, () => {
      const strays = files
        .filter(file => roomOf(file) === room)
        .flatMap(file => (graph.get(file) ?? []).map(target => ({ file, target })))
        .filter(({ target }) => roomOf(target) !== room && !allowed.some(each => isIn(target, each)))
      expect(strays).toEqual([])
    })
  }

  it('every file belongs to a room', () => {
    expect(files.filter(file => roomOf(file) === undefined)).toEqual([])
  })

  it.each(['web', 'local', 'lambdas'])('every folder of %s is a room of its own', top => {
    const folders = files.filter(file => file.startsWith(`${top}/`)).map(file => file.split('/').slice(0, -1))
    const rooms = new Set(folders.filter(({ length }) => length > 1).map(folder => folder.slice(0, 2).join('/')))
    expect([...rooms].filter(room => !(room in ALLOWED))).toEqual([])
  })
})

describe('files import each other in one direction', () => {
  it('no file reaches itself through its imports', () => {
    expect(circles()).toEqual([])
  })
})

/** Every circle that a walk along the imports closes, as `a -> b -> a`. */
function circles(): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push([...path.slice(start), file].join(' -> '))
    if (start >= 0 || done.has(file)) return
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}
