import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../src/read/decode.ts'

const TEXT = '1\r\n00:00:01,000 --> 00:00:03,000\r\n똠방각하가 펲시콜라를 마셨다\r\n'
const CP949 = Buffer.from(
  '310d0a30303a30303a30312c303030202d2d3e2030303a30303a30332c3030300d0abec8b3e7c7cfbcbcbfe40d0a',
  'hex',
)

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

describe('decoding a subtitle file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
    ['UTF-16, little end first, with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
    ['UTF-16, little end first, without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
    [
      'UTF-16 with half a character at its end',
      Buffer.concat([Buffer.from(TEXT, 'utf16le'), Buffer.of(10)]),
      'utf-16le',
    ],
    ['what DOS wrote at the end of a file', Buffer.from(`${TEXT}\u001a\0\0`), 'utf-8'],
    ['UTF-16, big end first, with a mark', swapped(Buffer.from(`\ufeff${TEXT}`, 'utf16le')), 'utf-16be'],
    ['UTF-16, big end first, without a mark', swapped(Buffer.from(TEXT, 'utf16le')), 'utf-16be'],
  ])('reads %s', (_, bytes, encoding) => {
    expect(decodeText(bytes)).toEqual({
      text: TEXT,
      encoding,
      broken: 0,
    })
  })

  it('reads CP949', () => {
    expect(decodeText(CP949)).toEqual({
      text: '1\r\n00:00:01,000 --> 00:00:03,000\r\n안녕하세요\r\n',
      encoding: 'cp949',
      broken: 0,
    })
  })

  it('keeps UTF-8 in which one byte is broken', () => {
    const bytes = Buffer.from(TEXT.repeat(20))
    bytes[40] = 0xff
    expect(decodeText(bytes)?.encoding).toBe('utf-8')
  })

  it('refuses files that are no text', () => {
    expect(decodeText(readFileSync(process.execPath).subarray(0, 100_000))).toBeUndefined()
    expect(decodeText(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0, 0xff, 0x80, 0x81]))).toBeUndefined()
  })
})
