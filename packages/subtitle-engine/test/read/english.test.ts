import { describe, expect, it } from 'vitest'
import { readEnglishSubtitle } from '../../src/index.ts'

const srt = (text: string, from = '00:00:01,000', to = '00:00:09,000') => Buffer.from(`1\n${from} --> ${to}\n${text}\n`)
const LONG =
  'Kami datang dari desa kecil di pegunungan, tempat semua orang mengenal semua orang dan tidak ada rahasia sama sekali di sana.'

describe('an English subtitle file', () => {
  it('is read as SRT or WebVTT', () => {
    const vtt = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000 line:10%\n<i>Hello</i> there.\n')
    expect(readEnglishSubtitle(vtt).transcript.words.map(({ text }) => text)).toEqual(['Hello', 'there'])
    expect(readEnglishSubtitle(srt('{\\an8}We know that this is it.')).transcript.words.length).toBe(6)
  })

  it.each([
    ['over 2 MB', Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), 'SUBTITLE_TOO_LARGE'],
    ['no text', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 255, 254]), 'SUBTITLE_UNREADABLE'],
    ['empty', Buffer.from('\n\n'), 'SUBTITLE_EMPTY'],
    ['without times', Buffer.from('Just a letter to a friend.'), 'SUBTITLE_NO_TIMES'],
    ['with times that nobody can read', srt('Hello there.', 'aa:bb', 'cc:dd'), 'SUBTITLE_NO_TIMES'],
    ['sounds alone', srt('[music]'), 'SUBTITLE_EMPTY'],
    ['over 6 hours', Buffer.concat([srt('Hello.'), srt('Bye.', '06:10:00,000', '06:10:01,000')]), 'SUBTITLE_TOO_LONG'],
    ['in Korean', srt('안녕하세요. 반갑습니다.'), 'SUBTITLE_NOT_ENGLISH'],
    ['in another language with Latin letters', srt(LONG), 'SUBTITLE_NOT_ENGLISH'],
  ])('is refused if it is %s', (_, bytes, code) => {
    expect(() => readEnglishSubtitle(bytes)).toThrow(expect.objectContaining({ code }))
  })
})
