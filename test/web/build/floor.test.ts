import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { beforeAll, describe, expect, it } from 'vitest'
import { FLOOR, findNewer } from '../../support/browser-support.ts'
import { builtPage } from '../../support/built-page.ts'

/** Newer built-ins that the page uses only if the browser has them, each with what the page does otherwise. */
const CHECKED_FIRST = {
  'URL.canParse': 'zod constructs a URL instead',
  '.canParse()': 'as above',
  'Error.captureStackTrace': 'zod and the ZIP writer leave it out',
  '.captureStackTrace()': 'as above',
  '.startViewTransition()': 'the router uses none unless a link asks for it',
  '.queryPermission()': 'only file handles have it; without them the user chooses the video at each visit',
  'Symbol.dispose': 'the MP4 library defines it',
  'Symbol.asyncDispose': 'as above',
  AudioData: 'the waveform is decoded by an audio context',
  AudioDecoder: 'as above',
  'AudioDecoder.isConfigSupported': 'as above',
  EncodedAudioChunk: 'as above',
  AudioEncoder: 'converted sound has an encoder of its own',
  'AudioEncoder.isConfigSupported': 'as above',
  VideoEncoder: 'the screen offers the ASS file and the line for ffmpeg instead',
  'VideoEncoder.isConfigSupported': 'as above',
  '.estimate()': 'a copy or a film is begun without knowing whether there is room for it',
  VideoDecoder: 'shot changes are not marked',
  'VideoDecoder.isConfigSupported': 'as above',
  VideoFrame: 'shot changes are not marked',
  EncodedVideoChunk: 'as above',
}

/** Functions of the page and its libraries with a newer built-in's name. */
const SAME_NAME = [
  ...['.copyTo()', '.dispose()', '.getName()', '.resize()', '.take()', '.use()', '.when()', '.number()', '.share()'],
  ...['.grow()', '.toArray()', '.zip()', '.fileName()'],
]

describe('the built page in the oldest browsers', () => {
  let folder: string
  beforeAll(async () => {
    folder = await builtPage()
  })
  const read = (files: string) => globSync(files, { cwd: folder }).map(file => readFileSync(join(folder, file), 'utf8'))

  it('calls no built-in that one of them lacks without a check, in its own code and in libraries', () => {
    const newer = new Set(read('assets/*.js').flatMap(findNewer))
    expect([...newer].filter(name => !(name in CHECKED_FIRST || SAME_NAME.includes(name)))).toEqual([])
  })

  it('has colours and rules without light-dark() and nesting', () => {
    const styles = read('assets/*.css').join('')
    expect(styles).not.toMatch(/light-dark\(|[{;}]&/)
    expect(styles).toContain('prefers-color-scheme')
  })

  it('redirects older browsers with scripts that they can run', () => {
    const script = readFileSync('web/public/old-browser.js', 'utf8')
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow()
    for (const early of read('assets/prefetch-*.js')) expect(() => parse(early, { ecmaVersion: 2017 })).not.toThrow()
  })
})

describe('the oldest browsers', () => {
  const NAMES: Partial<Record<(typeof FLOOR)[number][0], string>> = {
    ...{ chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari', safari_ios: 'iOS' },
    samsunginternet_android: '삼성 인터넷',
  }

  it.each(['README.md', 'web/help/help-page.tsx', 'web/public/old-browser.html'])('are named by %s', file => {
    const text = readFileSync(file, 'utf8')
    for (const [browser, version] of FLOOR) expect(text).toContain(`${NAMES[browser]} ${version}`)
  })
})

describe('the search for newer built-ins', () => {
  it.each([
    ['URL.canParse(text)', 'URL.canParse'],
    ['button.checkVisibility()', '.checkVisibility()'],
    ['near.union(exact)', '.union()'],
    ['new Intl.Segmenter("ko")', 'Intl.Segmenter'],
    ['text.toWellFormed()', '.toWellFormed()'],
    ['list.toSorted()', '.toSorted()'],
  ])('finds what the floor lacks in %s', (code, found) => {
    expect(findNewer(code)).toContain(found)
  })

  it.each(['/[\\p{L}--a]/v', 'using file = open()'])('refuses the newer syntax of %s', code => {
    expect(() => findNewer(code)).toThrow(SyntaxError)
  })

  it('accepts what all supported browsers have', () => {
    expect(findNewer('new URL(text).href; list.findLast(Boolean).at(-1); AbortSignal.timeout(9)')).toEqual([])
  })
})
