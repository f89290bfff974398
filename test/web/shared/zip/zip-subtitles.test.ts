import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipSubtitles } from '../../../../web/shared/zip/zip-subtitles.ts'

it('a ZIP has every subtitle, in UTF-8, under a unique name without a folder', () => {
  const files = [
    { filename: '강의.srt', content: '안녕하세요' },
    { filename: '강의.srt', content: '반가워요' },
    { filename: '../a\\b.srt', content: 'x' },
    { filename: '강의 (2).srt', content: 'y' },
  ]
  const found = Object.entries(unzipSync(zipSubtitles(files))).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(found).toEqual([
    ['강의.srt', '안녕하세요'],
    ['강의 (2).srt', '반가워요'],
    ['.._a_b.srt', 'x'],
    ['강의 (2) (2).srt', 'y'],
  ])
})

/** Names of the files in a ZIP of subtitles with these names. */
const namesFor = (...filenames: string[]) =>
  Object.keys(unzipSync(zipSubtitles(filenames.map(filename => ({ filename, content: 'x' })))))

it('no name in a ZIP is longer in UTF-8 than file systems allow, and none loses its ending', () => {
  const names = namesFor(`${'가'.repeat(150)}.srt`, `${'가'.repeat(150)}.srt`, `${'😀'.repeat(100)}.en-ko.srt`)
  for (const name of names) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name.isWellFormed()).toBe(true)
    expect(name).toMatch(/\.srt$/)
  }
  expect(new Set(names).size).toBe(3)
})

it('file names in a ZIP that differ only in case or Unicode form are numbered', () => {
  expect(namesFor('Talk.srt', 'talk.srt', '각.srt'.normalize('NFD'), '각.srt')).toEqual([
    'Talk.srt',
    'talk (2).srt',
    '각.srt',
    '각 (2).srt',
  ])
})

it('a ZIP has no name that Windows refuses', () => {
  expect(namesFor('Q&A: why?.srt', 'a<b>|"c"*.srt', 'CON.srt', 'com1.en-ko.srt', '강의 ..srt', '\u0007.srt')).toEqual([
    'Q&A_ why_.srt',
    'a_b___c__.srt',
    '_CON.srt',
    '_com1.en-ko.srt',
    '강의 ..srt',
    '_.srt',
  ])
})
