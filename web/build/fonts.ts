import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '../..')
const PRETENDARD = dirname(createRequire(import.meta.url).resolve('pretendard/package.json'))

/** The font name that the licence reserves for unmodified copies. */
const RESERVED = 'Pretendard'
/**
 * Family name of the two generated files. Has the length of the reserved name, so that it can replace it in the font's
 * name table.
 */
const FAMILY = 'Jamak Sans'
/** The same as a PostScript name, which has no spaces. */
const POSTSCRIPT_FAMILY = 'Jamak-Sans'
/** The font weights that the styles use. */
const WEIGHTS = { min: 400, max: 800 }
/** Kerning, tabular digits, and composing and positioning marks. */
const FEATURES = ['kern', 'tnum', 'ccmp', 'calt', 'mark', 'locl']

/** Sources of the texts that guests see on the home page. */
const FIRST_SCREEN = ['web/index.html', 'web/home/*.{ts,tsx}', 'web/sign-in/guest.tsx', 'web/shared/texts.ts']
/** Sources of all texts of the page and of the API's contract. */
const EVERY_SCREEN = ['web/**/*.{ts,tsx}', 'lambdas/contract/*.ts']

/**
 * Writes the characters of our own texts to two font files, `jamak-sans-first.woff2` (those of the guests' home page,
 * plus `shown`) and `jamak-sans-rest.woff2`, with their `@font-face` rules beside them in `jamak-sans.css`. Characters
 * that occur only in users' texts come from Pretendard's own subsets, unchanged (`shared/styles/letters.css`).
 */
export async function buildFonts(folder: string, shown: string): Promise<void> {
  const font = renamed(await readFile(join(PRETENDARD, 'dist/public/variable/PretendardVariable.ttf')))
  const first = collectLetters(`${ASCII}${shown}${readTexts(FIRST_SCREEN)}`)
  const rest = collectLetters(readTexts(EVERY_SCREEN)).filter(letter => !first.includes(letter))
  const faces = await Promise.all(
    Object.entries({ first, rest }).map(async ([name, letters]) => {
      const woff2 = await subsetFont(font, letters.join(''), {
        targetFormat: 'woff2',
        keepFeatures: FEATURES,
        noHinting: true,
        variationAxes: { wght: WEIGHTS },
      })
      await writeFile(join(folder, `jamak-sans-${name}.woff2`), woff2)
      return `@font-face {
  font-family: "${FAMILY}";
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  font-display: swap;
  src: url("./jamak-sans-${name}.woff2") format("woff2");
  unicode-range: ${formatRanges(letters)};
}`
    }),
  )
  await writeFile(join(folder, 'jamak-sans.css'), faces.join('\n'))
}

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

function readTexts(patterns: readonly string[]): string {
  const files = globSync([...patterns], { cwd: ROOT, exclude: ['web/build/**'] })
  return files.map(file => readFileSync(join(ROOT, file), 'utf8')).join('')
}

/** The distinct printable characters of a text, sorted. */
function collectLetters(text: string): string[] {
  return [...new Set(text)].filter(letter => !/[\p{C}\u2028\u2029]/u.test(letter)).sort()
}

/** A `unicode-range` list with adjacent characters merged. */
function formatRanges(letters: readonly string[]): string {
  const ranges: [from: number, to: number][] = []
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0
    const last = ranges.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  const hex = (code: number) => code.toString(16)
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',')
}

const COPYRIGHT = 0
const POSTSCRIPT_NAME = 6

/** The font with its reserved name replaced in every name record except the copyright notice. */
function renamed(font: Buffer): Buffer {
  const result = Buffer.from(font)
  const tables = result.readUInt16BE(4)
  for (let i = 0; i < tables; i += 1) {
    const entry = 12 + i * 16
    if (result.toString('latin1', entry, entry + 4) !== 'name') continue
    const table = result.readUInt32BE(entry + 8)
    const strings = table + result.readUInt16BE(table + 4)
    for (let n = 0; n < result.readUInt16BE(table + 2); n += 1) {
      const record = table + 6 + n * 12
      const id = result.readUInt16BE(record + 6)
      const from = strings + result.readUInt16BE(record + 10)
      const bytes = result.subarray(from, from + result.readUInt16BE(record + 8))
      if (id !== COPYRIGHT) replaceName(bytes, id === POSTSCRIPT_NAME ? POSTSCRIPT_FAMILY : FAMILY)
    }
  }
  return result
}

/** Replaces the reserved name in one record, which uses one or two bytes per character. */
function replaceName(record: Buffer, name: string): void {
  const wide = (text: string) => Buffer.from(text, 'utf16le').swap16()
  for (const [from, to] of [
    [wide(RESERVED), wide(name)],
    [Buffer.from(RESERVED), Buffer.from(name)],
  ] as const) {
    for (let at = record.indexOf(from); at >= 0; at = record.indexOf(from, at + to.length)) to.copy(record, at)
  }
}
