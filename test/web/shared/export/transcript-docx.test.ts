import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { PROFILES } from '#subtitle-engine'
import { transcriptDocx } from '../../../../web/shared/export/transcript-docx.ts'

it('a transcript for Word contains its heading, times and texts, in Korean', async () => {
  const cues = [{ startMs: 61_000, endMs: 62_000, lines: ['1 < 2', '안녕'], sentenceIds: ['a'], flags: [] }]
  const source = { name: '강의', cues, sentences: [], profile: PROFILES.standard }
  const files = unzipSync(await transcriptDocx(source))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  expect(text('word/document.xml')).toContain('강의')
  expect(text('word/document.xml')).toContain('0:01:01')
  expect(text('word/document.xml')).toContain('1 &lt; 2 안녕')
  expect(text('word/styles.xml')).toContain('ko-KR')
})
