import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = '{bin,docs,lab,lambdas,lib,local,packages,test,web,.github,.vscode}/**/*.{ts,tsx,mjs,css,yml,json,md}'
const skipped = (path: string) => /(^|\/)(node_modules|fixtures|cdk\.out|dist)(\/|$)/.test(path)
const pages = globSync(['*.md', '{.github,docs,lab,packages,local,lambdas,web,test}/**/*.md'], {
  cwd: ROOT,
  exclude: skipped,
})
// A fresh clone does not contain the output of builds.
const folders = new Set(globSync('*', { cwd: ROOT, exclude: skipped }))

/** Text that a reader sees, with fenced blocks taken out: these show commands and output. */
const withoutFences = (text: string) => text.replace(/^```.*?^```/gms, '')

/** Relative targets of links and pictures, without their anchors. */
function linksOf(text: string): { path: string; anchor: string }[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1] ?? '')
  return targets
    .filter(target => !/^[a-z]+:/.test(target))
    .map(target => {
      const [path = '', anchor = ''] = target.split('#')
      return { path, anchor }
    })
}

/** Paths in backticks that begin with a folder of the repository, such as `lib/app-stack.ts`. */
function pathsOf(text: string): string[] {
  const spans = [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+)\/?`/g)].map(match => match[1] ?? '')
  return spans.filter(span => folders.has(span.split('/')[0] ?? ''))
}

/** Anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): string[] {
  const headings = [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(match => match[1] ?? '')
  return headings.map(heading =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe.each(pages)('%s', page => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const folder = dirname(join(ROOT, page))

  it('links only to files and headings that exist', () => {
    const dead = linksOf(withoutFences(text)).filter(({ path, anchor }) => {
      const file = path ? join(folder, path) : join(ROOT, page)
      if (!existsSync(file)) return true
      return anchor !== '' && file.endsWith('.md') && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
    })
    expect(dead).toEqual([])
  })

  it('names only paths that exist', () => {
    const dead = pathsOf(withoutFences(text)).filter(
      path => !existsSync(join(ROOT, path)) && !existsSync(join(folder, path)),
    )
    expect(dead).toEqual([])
  })
})

describe('decision pages', () => {
  const decisions = pages.filter(page => page.startsWith('docs/decisions/') && !page.endsWith('README.md'))

  it.each(decisions)('%s has a date, a status, what would change our mind, and at most 40 lines', page => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    expect(text).toMatch(/^# [^\d].+\n\n\*\d{4}-\d\d-\d\d · \S.*\*\n/)
    expect(text).toContain('**What would change our mind:**')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  it('are all listed in the index', () => {
    const index = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8')
    expect(decisions.filter(page => !index.includes(`(${relative('docs/decisions', page)})`))).toEqual([])
  })

  it('are cited in code and pages by a path that exists, not by a number', () => {
    const files = globSync([SOURCES, '*.{md,json,ts}'], { cwd: ROOT, exclude: skipped })
    const wrong = files.flatMap(file => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const numbers = [...text.matchAll(/\bdecisions? \d+/gi)].map(match => match[0])
      const cited = [...text.matchAll(/\b(?:docs\/[\w./-]+|lab\/notes\/[\w-]+)\.(?:md|png|webp)\b/g)].map(
        each => each[0],
      )
      return [...numbers, ...cited.filter(path => !existsSync(join(ROOT, path)))].map(each => `${file}: ${each}`)
    })
    expect(wrong).toEqual([])
  })

  it('pictures of docs/screens are all shown on a page', () => {
    const shown = pages.map(page => readFileSync(join(ROOT, page), 'utf8')).join('\n')
    const pictures = globSync('docs/screens/*', { cwd: ROOT })
    expect(pictures.filter(picture => !shown.includes(picture.replace('docs/', '')))).toEqual([])
  })
})
