import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryOfVideoKey, subtitleKey, videoKey } from '../../lambdas/contract/media-objects.ts'
import { cleanName, cutName, downloadName, entryTitle, nameOfTitle } from '../../lambdas/contract/title.ts'

const KEY = '20240919123456'
const anything = fc.string({ unit: 'binary', maxLength: 400 })

describe('a title', () => {
  it('is the 14 digits, an underscore and the name', () => {
    expect(entryTitle(KEY, 'talk.mp4')).toBe('20240919123456_talk.mp4')
    expect(nameOfTitle('20240919123456_talk.mp4')).toBe('talk.mp4')
    expect(nameOfTitle('20240919123456_20240919123456_x')).toBe('20240919123456_x')
  })

  it.each([
    ['a/b\\c.mp4', 'a b c.mp4'],
    ['../../etc/passwd', '.. .. etc passwd'],
    ['line\r\nbreak\0.mp4', 'line break .mp4'],
    ['tab\there', 'tab here'],
    ['gnp.\u202e4pm.exe', 'gnp. 4pm.exe'],
    ['\u2067가\u2069나\u200f', '가 나'],
    ['  many   blanks  ', 'many blanks'],
    ['한글 강의.mp4', '한글 강의.mp4'],
    ['\u1112\u1161\u11ab', '한'],
    ['\ud800broken', 'broken'],
    ['\u0024{filename}', '{filename}'],
    ['$\u0024{filename}', '{filename}'],
    ['5$ {a}', '5$ {a}'],
    ['', 'video'],
    ['///', 'video'],
    ['\u2028', 'video'],
  ])('made of %j carries the name %j', (name, cleaned) => {
    expect(cleanName(name)).toBe(cleaned)
  })

  it('of any file name is a safe key: one path segment, at most 1024 bytes, from which its entry can be read back', () => {
    fc.assert(
      fc.property(anything, fc.uuid(), (name, uid) => {
        const title = entryTitle(KEY, name)
        expect(title).not.toMatch(/[\p{Cc}\p{Cs}/\\\u202a-\u202e\u2066-\u2069]|\$\{/u)
        expect([...nameOfTitle(title)].length).toBeLessThanOrEqual(200)
        expect(Buffer.byteLength(subtitleKey(uid, title, 'bilingual'))).toBeLessThanOrEqual(1024)
        expect(entryOfVideoKey(videoKey(uid, title))).toEqual({ uid, key: KEY })
        expect(() => encodeURIComponent(title)).not.toThrow()
      }),
    )
  })

  it('is cut between characters, after 200 of them or 450 bytes', () => {
    expect(cleanName('a'.repeat(300))).toBe('a'.repeat(200))
    expect(cleanName('가'.repeat(300))).toBe('가'.repeat(150))
    expect(cleanName('🎬'.repeat(300))).toBe('🎬'.repeat(112))
  })

  it('stays the same when cleaned again', () => {
    fc.assert(
      fc.property(anything, name => {
        expect(cleanName(cleanName(name))).toBe(cleanName(name))
      }),
    )
  })
})

describe('a name in the archive', () => {
  it('is cut after 25 characters of any width, and only if it is longer', () => {
    expect(cutName('가'.repeat(25))).toBeUndefined()
    expect(cutName('가'.repeat(26))).toBe('가'.repeat(25))
    expect(cutName('😀'.repeat(26))).toBe('😀'.repeat(25))
  })
})

describe('a download', () => {
  it.each([
    ['20240919123456_talk.mp4', 'srt', 'talk.srt'],
    ['20240919123456_talk.MP4', 'srt', 'talk.srt'],
    ['20240919123456_talk.srt', 'srt', 'talk.srt'],
    ['20240919123456_talk.srt.mp4', 'srt', 'talk.srt'],
    ['20240919123456_What is love?', 'srt', 'What is love?.srt'],
    ['20240919123456_talk.mp4', 'vtt', 'talk.vtt'],
    ['20240919123456_talk.mp4', 'bilingual', 'talk.en-ko.srt'],
    ['20240919123456_.mp4', 'srt', 'video.srt'],
    ['20240919123456_20240919.mp4', 'srt', '20240919.srt'],
  ] as const)('of %j as %s is named %j', (title, format, name) => {
    expect(downloadName(title, format)).toBe(name)
  })
})

describe('the key of an upload', () => {
  it.each([
    'videos/uid/talk.mp4',
    'videos/20240919123456_talk.mp4',
    'videos/a/b/20240919123456_talk.mp4',
    'work/uid/20240919123456_talk.mp4',
    'videos/uid/20240919123456_',
    'videos/uid/2024091912345_talk.mp4',
    'xvideos/uid/20240919123456_talk.mp4',
  ])('of another shape names no entry: %s', key => {
    expect(entryOfVideoKey(key)).toBeUndefined()
  })
})
