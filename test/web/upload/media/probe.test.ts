import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { probe } from '../../../../web/upload/media/probe.ts'

const HELLO = readFileSync(join(import.meta.dirname, '../../../../local/sample/hello.mp4'))
const fileOf = (bytes: Uint8Array<ArrayBuffer> | string, name = 'talk.mp4', type = 'video/mp4') =>
  new File([bytes], name, { type })

describe('a chosen file', () => {
  it('is accepted with its length', async () => {
    expect((await probe(fileOf(new Uint8Array(HELLO)))).durationSeconds).toBeGreaterThan(1)
  })

  it.each([
    ['a PDF renamed to .mp4', fileOf('%PDF-1.7\n1 0 obj'), /MP4가 아니에요/],
    ['a file of 0 bytes', fileOf(''), /빈 파일이에요/],
    [
      'a .mov of an iPhone',
      fileOf(new Uint8Array(HELLO), 'IMG_0001.MOV', 'video/quicktime'),
      /‘높은 호환성’으로 .* 공유 > 옵션/,
    ],
    ['an MKV, for which browsers know no type', fileOf('x', 'a.mkv', ''), /HandBrake.*MP4로 바꿔 올려/],
    ['a WebM', fileOf('x', 'a.webm', 'video/webm'), /HandBrake.*MP4로 바꿔 올려/],
    ['a text', fileOf('hello', 'a.txt', 'text/plain'), /MP4 파일만 올릴 수 있어요/],
  ])('is refused with a message that says what to do: %s', async (_, file, message) => {
    await expect(probe(file)).rejects.toThrow(message)
  })
})
