import { decodeText, readEnglishSubtitle, SubtitleError } from '#subtitle-engine'
import { MOST_SCRIPT } from '../../lambdas/contract/limits.ts'
import { Refused } from '../shared/request-failed.ts'
import { SUBTITLE_NAME } from '../shared/subtitle-names.ts'
import { readDocx } from './docx.ts'
import { SCRIPT } from './texts.ts'

/** Far more than a script's text needs, because documents may contain pictures. */
const MOST_FILE_BYTES = 20 * 1024 ** 2

/**
 * Reads the text of a script: plain text, a Word document, or a subtitle.
 * @throws Refused
 */
export async function readScriptFile(file: File): Promise<string> {
  if (file.size > MOST_FILE_BYTES) throw new Refused(SCRIPT.tooLarge)
  if (/\.doc$/i.test(file.name)) throw new Refused(SCRIPT.oldWord)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = isZip(bytes) ? readDocx(bytes) : readText(file.name, bytes)
  if (text === undefined) throw new Refused(SCRIPT.unreadable)
  if (!/\p{L}/u.test(text)) throw new Refused(SCRIPT.empty)
  if (text.length > MOST_SCRIPT) throw new Refused(SCRIPT.tooLong)
  return text
}

function isZip([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b
}

function readText(name: string, bytes: Uint8Array): string | undefined {
  const isText = /\.(?:txt|md|text)$/i.test(name)
  return (isText ? undefined : readSubtitleText(name, bytes)) ?? decodeText(bytes)?.text
}

/** A subtitle's words without times; `undefined` if the text is no subtitle. */
function readSubtitleText(name: string, bytes: Uint8Array): string | undefined {
  if (!SUBTITLE_NAME.test(name)) return undefined
  try {
    const { words } = readEnglishSubtitle(bytes).transcript
    return words.map(word => word.text + word.after).join(' ')
  } catch (error) {
    if (error instanceof SubtitleError) return undefined
    throw error
  }
}
