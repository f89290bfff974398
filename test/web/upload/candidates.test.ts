import { describe, expect, it } from 'vitest'
import { type FileItem, isGroup, savingText, sumTokens, totalsText } from '../../../web/upload/candidates.ts'

const MB = 1024 ** 2
const file = (changes: Partial<FileItem> = {}): FileItem => ({
  id: '1',
  kind: 'file',
  name: 'talk.mp4',
  file: new Blob(['x']),
  fingerprint: 'f',
  durationSeconds: 60,
  wholeBytes: 2_150 * MB,
  soundBytes: 68 * MB,
  ...changes,
})

describe('the popup before an upload', () => {
  it('charges one token per six seconds, rounded down for each video', () => {
    expect(sumTokens({ items: [file({ durationSeconds: 11.9 })], refused: [] })).toBe(1)
    expect(sumTokens({ items: [file({ durationSeconds: 11 }), file({ durationSeconds: 11 })], refused: [] })).toBe(2)
  })

  it('says what is saved when only the sound is sent', () => {
    expect(savingText([file()])).toBe('2.1GB 중 음성 68MB만 보내서 금방 끝나요.')
  })

  it('says how many files there are, how long they are together and how they are sorted', () => {
    const items = [file({ durationSeconds: 3000 }), file({ durationSeconds: 900, isHeld: true })]
    expect(totalsText({ items, refused: [] })).toBe('2개 · 1시간 5분 · 이름순')
  })

  it('says that the whole file is sent when its sound cannot be copied', () => {
    const whole = file({ soundBytes: undefined, wholeBytes: 1, file: new Blob(['x']) })
    expect(savingText([whole])).toBe('파일 전체(1B)를 보내요.')
  })
})

describe('several chosen together', () => {
  it('are a group if more than one of them is new: an unfinished upload was submitted before', () => {
    expect(isGroup({ items: [file(), file()], refused: [] })).toBe(true)
    expect(isGroup({ items: [file(), file({ isHeld: true })], refused: [] })).toBe(false)
    expect(isGroup({ items: [file()], refused: [] })).toBe(false)
  })
})

describe('what the popup says about the size', () => {
  it('is nothing if sending the sound alone saves little', () => {
    expect(savingText([file({ wholeBytes: 113_000, soundBytes: 108_000 })])).toBeUndefined()
  })
})
