import { expect, it } from 'vitest'
import { SUBTITLE_CASES } from '../../../packages/subtitle-engine/test/cases/index.ts'
import { SUBTITLE_ACCEPT, SUBTITLE_NAME } from '../../../web/shared/subtitle-names.ts'

it('the page takes every kind of file that the reader reads, by choosing and by dropping', () => {
  for (const extension of new Set(SUBTITLE_CASES.map(({ as }) => as))) {
    expect(`TALK.${extension.toUpperCase()}`).toMatch(SUBTITLE_NAME)
    expect(SUBTITLE_ACCEPT.split(',')).toContain(`.${extension}`)
  }
  for (const name of ['talk.mp4', 'talk.mkv', 'csv', 'talk.srt.mp4']) expect(name).not.toMatch(SUBTITLE_NAME)
})
