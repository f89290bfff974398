import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { MOST_SCRIPT } from '../../../lambdas/contract/limits.ts'
import { readScriptFile } from '../../../web/upload/read-script-file.ts'

const paragraph = (...runs: string[]) =>
  `<w:p>${runs.map(run => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`
const document = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}<w:sectPr/></w:body></w:document>`
const docx = (body: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(document(body)), ...more })
const utf16 = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap(sign => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8])])
const read = (name: string, content: Uint8Array<ArrayBuffer> | string) => readScriptFile(new File([content], name))
const bytes = (content: Uint8Array) => new Uint8Array(content)

describe('a script from a file', () => {
  it.each<[string, string, Uint8Array<ArrayBuffer> | string, string]>([
    ['of plain text', 'talk.txt', 'Good evening.\nThank you.', 'Good evening.\nThank you.'],
    ['of plain text in UTF-16', 'talk.txt', utf16('Good evening.'), 'Good evening.'],
    [
      'of a subtitle without its times',
      'talk.srt',
      '1\n00:00:01,000 --> 00:00:02,000\nGood\nevening.\n',
      'Good evening.',
    ],
    ['of text that only looks like a subtitle', 'talk.srt', 'Good evening.', 'Good evening.'],
    [
      'of a document, by paragraphs',
      'talk.docx',
      bytes(docx(paragraph('Good ', 'evening.') + paragraph('R&amp;D &#8212; ok'))),
      'Good evening.\nR&D — ok',
    ],
    [
      'of a document with line breaks and tabs',
      'talk.docx',
      bytes(docx('<w:p><w:r><w:t>One</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r></w:p>')),
      'One\ntwo\tthree',
    ],
    [
      'of a document without what was deleted in it',
      'talk.docx',
      bytes(docx(`<w:p><w:del><w:r><w:delText>Bad</w:delText></w:r></w:del><w:r><w:t>Good</w:t></w:r></w:p>`)),
      'Good',
    ],
    [
      'of a text box once',
      'talk.docx',
      bytes(
        docx(
          `${paragraph('A')}<mc:AlternateContent><mc:Choice>${paragraph('Box')}</mc:Choice><mc:Fallback>${paragraph('Box')}</mc:Fallback></mc:AlternateContent>`,
        ),
      ),
      'A\nBox',
    ],
  ])('is the text %s', async (_, name, content, text) => {
    expect(await read(name, content)).toBe(text)
  })

  it.each<[string, string, Uint8Array<ArrayBuffer> | string, string]>([
    ['has no words', 'talk.txt', '--- 123', '내용이 없어요'],
    ['is a document of an old Word', 'talk.doc', 'x', 'DOCX로 저장'],
    ['is another archive', 'talk.docx', bytes(zipSync({ 'a.txt': strToU8('x') })), '읽지 못했어요'],
    ['is cut off', 'talk.docx', bytes(docx(paragraph('Good')).slice(0, 60)), '읽지 못했어요'],
    ['is binary', 'talk.txt', new Uint8Array([0, 1, 2, 3, 0, 0, 255]), '읽지 못했어요'],
    ['is longer than four hours of speech', 'talk.txt', 'word '.repeat(MOST_SCRIPT / 4), '너무 길어요'],
  ])('is refused with a reason if it %s', async (_, name, content, reason) => {
    await expect(read(name, content)).rejects.toThrow(reason)
  })

  it('is never unzipped beyond the size that the file declares, nor beyond 20 MB', async () => {
    const large = bytes(docx(paragraph('a'.repeat(21 * 1024 ** 2))))
    await expect(read('talk.docx', large)).rejects.toThrow('읽지 못했어요')
    // The same bytes with a declared size of 100, which the unzipped text must not exceed.
    const lying = large.slice()
    const view = new DataView(lying.buffer)
    for (let at = 0; at + 46 < lying.length; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true)
    await expect(read('talk.docx', lying)).rejects.toThrow()
  })
})
