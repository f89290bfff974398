import { englishOf } from '../format/write.ts'
import { encodeCp949 } from '../read/cp949.ts'
import type { Cue, Sentence } from '../types.ts'

/** A class of SAMI with the name that Korean players list. */
const CLASSES = { KRCC: 'Name:Korean; lang:ko-KR;', ENCC: 'Name:English; lang:en-US;' } as const
type Class = keyof typeof CLASSES

/**
 * Writes SAMI: Korean as KRCC and, with the sentences, the English spoken during each cue as ENCC. A cue is shown at its
 * start, and `&nbsp;` clears it at its end unless the next one follows at once.
 */
export function formatSami(cues: readonly Cue[], sentences?: readonly Sentence[]): string {
  const english = sentences && englishOf(cues, sentences)
  const rows = cues.flatMap(({ startMs, endMs, lines }, i) => {
    const texts: [Class, string][] = [['KRCC', lines.map(samiText).join('<br>')]]
    if (english) texts.push(['ENCC', samiText(english[i] ?? '') || '&nbsp;'])
    const clear = texts.map(([name]): [Class, string] => [name, '&nbsp;'])
    const isFollowed = (cues[i + 1]?.startMs ?? Number.POSITIVE_INFINITY) <= endMs
    return isFollowed ? [sync(startMs, texts)] : [sync(startMs, texts), sync(endMs, clear)]
  })
  const classes = english ? (['KRCC', 'ENCC'] as const) : (['KRCC'] as const)
  const styles = classes.map(name => `.${name} { ${CLASSES[name]} SAMIType:CC; }`)
  return `<SAMI>
<HEAD>
<STYLE TYPE="text/css"><!--
P { text-align:center; }
${styles.join('\n')}
--></STYLE>
</HEAD>
<BODY>
${rows.join('')}</BODY>
</SAMI>
`
}

/** Players know different entities, so characters of markup become their full-width forms. */
function samiText(line: string): string {
  return line
    .replaceAll('<', '＜')
    .replaceAll('>', '＞')
    .replace(/&(?=#|[A-Za-z]{2,8};|nbsp|amp|lt|gt|quot)/g, '＆')
}

function sync(ms: number, texts: readonly (readonly [Class, string])[]): string {
  return `<SYNC Start=${ms}>${texts.map(([name, text]) => `<P Class=${name}>${text}`).join('')}\n`
}

/** Encodes SAMI in CP949, which old players need. A character that CP949 lacks becomes an entity and is listed in `missing`. */
export function encodeSami(text: string): { bytes: Uint8Array<ArrayBuffer>; missing: string[] } {
  const missing = new Set<string>()
  const bytes = encodeCp949(text, character => {
    missing.add(character)
    return `&#${character.codePointAt(0)};`
  })
  return { bytes, missing: [...missing] }
}
