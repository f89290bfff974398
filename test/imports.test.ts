import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const ROOT = join(import.meta.dirname, '..')
const STAGES = [
  ...['account', 'submission', 'source', 'closing', 'transcription', 'translation'],
  ...['delivery', 'archive', 'payment'],
]
/** Features of `web`. */
const SCREENS = readdirSync(join(ROOT, 'web'), { withFileTypes: true })
  .filter(each => each.isDirectory() && !['build', 'public', 'shared'].includes(each.name))
  .map(({ name }) => name)

/** Folders of `lambdas/`. */
const LAMBDAS: Record<string, string[]> = {
  'lambdas/contract': [],
  'lambdas/runtime': ['lambdas/contract'],
  'lambdas/records': ['lambdas/contract', 'lambdas/runtime'],
  'lambdas/email': ['lambdas/contract', 'lambdas/runtime', 'lambdas/records'],
  ...Object.fromEntries(
    STAGES.map(stage => [
      `lambdas/${stage}`,
      [
        'lambdas/contract',
        'lambdas/runtime',
        'lambdas/records',
        'lambdas/email',
        'packages/subtitle-engine',
        'packages/mp4-sound',
      ],
    ]),
  ),
}

/** Folders of `local/`, with those that each may import. The files directly in `local` combine them. */
const LOCAL_FOLDERS: Record<string, string[]> = {
  engines: ['sample'],
  sample: [],
  ai: ['engines'],
  toss: [],
  youtube: ['sample'],
}
const LOCAL: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.entries(LOCAL_FOLDERS).map(([folder, below]) => [
      `local/${folder}`,
      [...below.map(each => `local/${each}`), 'packages/local-aws', 'lambdas/contract'],
    ]),
  ),
  'local/cloud': [
    ...Object.keys(LOCAL_FOLDERS).map(folder => `local/${folder}`),
    ...['local/hosts', 'local/cache', 'packages/local-aws', 'lambdas/contract'],
  ],
  local: [
    ...Object.keys(LOCAL_FOLDERS).map(folder => `local/${folder}`),
    'local/cloud',
    'packages/local-aws',
    'lambdas/contract',
  ],
}

/** Folders of `packages/local-aws/src`, with those that each may import. The files directly in `src` combine them. */
const AWS_FOLDERS: Record<string, string[]> = {
  machine: [],
  template: ['machine'],
  aws: ['machine', 'template'],
  eventbridge: ['machine', 'template'],
  lambda: ['machine', 'template'],
  storage: ['aws', 'eventbridge', 'machine', 'template'],
  ses: ['aws', 'machine'],
  cognito: ['aws', 'machine', 'template'],
  site: ['aws', 'lambda', 'machine', 'template'],
  'step-functions': ['aws', 'eventbridge', 'lambda', 'machine', 'template'],
}
const LOCAL_AWS: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.entries(AWS_FOLDERS).map(([folder, below]) => [
      `packages/local-aws/src/${folder}`,
      below.map(each => `packages/local-aws/src/${each}`),
    ]),
  ),
  'packages/local-aws/src': Object.keys(AWS_FOLDERS).map(folder => `packages/local-aws/src/${folder}`),
}

/** Folders of the editor, with those that each may import. The files directly in `web/editor` combine them into screens. */
const EDITOR_FOLDERS: Record<string, string[]> = {
  draft: [],
  list: ['draft'],
  terms: ['draft'],
  picture: ['draft'],
  proof: [],
  commands: ['draft', 'picture'],
  timeline: ['draft', 'picture', 'commands'],
  sentence: ['draft', 'commands', 'list', 'proof'],
  dialogs: ['draft', 'terms', 'film', 'proof'],
  film: ['timeline'],
}
const EDITOR = ['web/shared', 'web/shared/export', 'lambdas/contract', 'packages/subtitle-engine']

/** Folders of `web/`. The files directly in `web` put the features together. */
const WEB: Record<string, string[]> = {
  'web/shared': ['lambdas/contract'],
  ...Object.fromEntries(SCREENS.map(screen => [`web/${screen}`, ['web/shared', 'lambdas/contract']])),
  // Two features read subtitle files.
  'web/shared/reading': ['web/shared', 'lambdas/contract', 'packages/subtitle-engine'],
  // Three features export subtitles.
  'web/shared/export': ['web/shared', 'lambdas/contract', 'packages/subtitle-engine'],
  'web/archive': ['web/shared', 'web/shared/export', 'lambdas/contract'],
  // The editor cuts subtitles as the server does.
  'web/editor': [...EDITOR, ...Object.keys(EDITOR_FOLDERS).map(folder => `web/editor/${folder}`)],
  ...Object.fromEntries(
    Object.entries(EDITOR_FOLDERS).map(([folder, below]) => [
      `web/editor/${folder}`,
      [
        ...EDITOR,
        'web/editor/icons',
        'web/editor/texts',
        'web/editor/times',
        ...below.map(each => `web/editor/${each}`),
      ],
    ]),
  ),
  // A film is made from the user's own file, whose edit lists must be read.
  'web/editor/film': [...EDITOR, 'web/editor/timeline', 'packages/mp4-sound'],
  // Subtitles are cut again in the browser.
  'web/recut': [
    'web/shared',
    'web/shared/export',
    'web/shared/reading',
    'lambdas/contract',
    'packages/subtitle-engine',
  ],
  // An English subtitle is read, priced and refused in the browser as on the server.
  'web/upload': [
    'web/shared',
    'web/shared/reading',
    'lambdas/contract',
    'packages/subtitle-engine',
    'packages/mp4-sound',
  ],
  // Guests see the price of a file and take it through the sign-in, so it is read and kept before they sign in.
  'web/home': [
    ...['web/shared', 'lambdas/contract'],
    ...['web/upload/media/probe', 'web/upload/keep-file', 'web/upload/track-question'],
  ],
  // The guests' sample is cut by the engine from its recording.
  'web/build': ['lambdas/contract', 'packages/subtitle-engine', 'local/sample', 'web/prefetch', 'web/prerendered'],
  web: ['web/shared', ...SCREENS.map(screen => `web/${screen}`), 'lambdas/contract'],
}

/** Modules, or single files without extension, that each module may import: the table in docs/architecture.md. */
const ALLOWED: Record<string, string[]> = {
  ...LOCAL_AWS,
  ...LAMBDAS,
  lib: ['lambdas/contract', 'lambdas/runtime/environment', 'lambdas/records/tables'],
  ...LOCAL,
  ...WEB,
  // A package imports nothing from the project, so that it can be published.
  'packages/subtitle-engine': [],
  'packages/mp4-sound': [],
  // Its command is bundled with what it imports.
  'packages/cli': ['lambdas/contract', 'packages/subtitle-engine', 'packages/mp4-sound'],
  bin: [
    ...['lambdas/contract', 'lambdas/runtime', 'lambdas/records', 'packages/subtitle-engine', 'packages/mp4-sound'],
    ...['lambdas/email', 'lambdas/source/run-program', 'lambdas/source/yt-dlp-command'],
    ...['lib', 'local', 'packages/local-aws', 'packages/cli', 'web/build'],
  ],
}

/** The imports map of package.json: `#subtitle-engine`, `#local-aws/*`. */
const { imports: ALIASES } = z
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
  return specifiers.map(specifier =>
    specifier.startsWith('#') ? resolveAlias(specifier) : relative(ROOT, join(ROOT, dirname(file), specifier)),
  )
}

function resolveAlias(specifier: string): string {
  for (const [alias, target] of Object.entries(ALIASES)) {
    if (alias === specifier) return join(target)
    const [prefix = '', suffix] = alias.split('*')
    if (suffix !== undefined && specifier.startsWith(prefix))
      return join(target.replace('*', specifier.slice(prefix.length)))
  }
  throw new Error(`package.json does not define the import ${specifier}`)
}

/** The innermost module that holds a file. */
function moduleOf(file: string): string | undefined {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) if (folder in ALLOWED) return folder
  return undefined
}

function isIn(file: string, moduleOrFile: string): boolean {
  return moduleOf(file) === moduleOrFile || file.startsWith(`${moduleOrFile}.`) || file.startsWith(`${moduleOrFile}/`)
}

describe('imports between modules', () => {
  for (const [module, allowed] of Object.entries(ALLOWED)) {
    it(`${module} imports only ${allowed.join(', ') || 'its own files'}`, () => {
      const strays = files
        .filter(file => moduleOf(file) === module)
        .flatMap(file => (graph.get(file) ?? []).map(target => ({ file, target })))
        .filter(({ target }) => moduleOf(target) !== module && !allowed.some(each => isIn(target, each)))
      expect(strays).toEqual([])
    })
  }

  it.each(['subtitle-engine', 'mp4-sound', 'local-aws'])('stay inside packages/%s, tests included', name => {
    const own = globSync(`packages/${name}/**/*.ts`, { cwd: ROOT, exclude: path => path === 'node_modules' })
    const strays = own.flatMap(file => importsOf(file).filter(target => !target.startsWith(`packages/${name}/`)))
    expect(own.length).toBeGreaterThan(10)
    expect(strays).toEqual([])
  })

  it('cover every file', () => {
    expect(files.filter(file => moduleOf(file) === undefined)).toEqual([])
  })

  it.each(['web', 'local', 'lambdas'])('cover every folder of %s', top => {
    const folders = files.filter(file => file.startsWith(`${top}/`)).map(file => file.split('/').slice(0, -1))
    const modules = new Set(folders.filter(({ length }) => length > 1).map(folder => folder.slice(0, 2).join('/')))
    expect([...modules].filter(module => !(module in ALLOWED))).toEqual([])
  })
})

describe('imports between files', () => {
  it('form no cycles', () => {
    expect(cycles()).toEqual([])
  })
})

/** Every cycle of imports, as `a -> b -> a`. */
function cycles(): string[] {
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
