import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipSubtitles } from '../../../../web/shared/zip/zip-subtitles.ts'

it('a ZIP has every subtitle, in UTF-8, under a unique name without a folder', () => {
  const files = [
    { filename: '강의.srt', text: '안녕하세요' },
    { filename: '강의.srt', text: '반가워요' },
    { filename: '../a\\b.srt', text: 'x' },
    { filename: '강의 (2).srt', text: 'y' },
  ]
  const found = Object.entries(unzipSync(zipSubtitles(files))).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(found).toEqual([
    ['강의.srt', '안녕하세요'],
    ['강의 (2).srt', '반가워요'],
    ['.._a_b.srt', 'x'],
    ['강의 (2) (2).srt', 'y'],
  ])
})
