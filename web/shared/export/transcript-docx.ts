import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { type ExportSource, paragraphsOf, paragraphTime } from '#subtitle-engine/export'

/** Writes the transcript as DOCX, for Word, Hangul and Google Docs: a heading, and paragraphs with time and speaker. */
export async function transcriptDocx({ name, cues, sentences }: ExportSource): Promise<Uint8Array<ArrayBuffer>> {
  const paragraphs = paragraphsOf(cues, sentences).map(
    paragraph =>
      new Paragraph({
        spacing: { after: 160 },
        children: [
          new TextRun({ text: `${paragraphTime(paragraph)}  `, color: '5B6470', size: 18 }),
          ...(paragraph.speaker === undefined ? [] : [new TextRun({ text: `${paragraph.speaker}  `, bold: true })]),
          new TextRun(paragraph.text),
        ],
      }),
  )
  const language = { value: 'ko-KR', eastAsia: 'ko-KR' }
  const document = new Document({
    title: name,
    creator: 'Jamak',
    styles: { default: { document: { run: { language, font: 'Malgun Gothic', size: 22 } } } },
    sections: [{ children: [new Paragraph({ text: name, heading: HeadingLevel.HEADING_1 }), ...paragraphs] }],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}
