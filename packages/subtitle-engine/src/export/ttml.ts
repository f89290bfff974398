import { timestamp } from '../format/timestamp.ts'
import type { Profile } from '../profile.ts'
import type { Cue } from '../types.ts'
import { type FrameRate, framedCues } from './frames.ts'
import { xmlText } from './xml.ts'

const NAMESPACES = [
  'xmlns="http://www.w3.org/ns/ttml"',
  'xmlns:ttp="http://www.w3.org/ns/ttml#parameter"',
  'xmlns:tts="http://www.w3.org/ns/ttml#styling"',
  'ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text"',
]

/** Writes TTML in the IMSC 1.1 text profile. Times are frames if a frame rate is given, else milliseconds. */
export function formatTtml(cues: readonly Cue[], profile: Profile, frameRate?: FrameRate): string {
  const top = /^line:(\d+)%$/.exec(profile.vttSettings)?.[1]
  const region =
    top === undefined
      ? 'tts:origin="10% 75%" tts:extent="80% 20%" tts:displayAlign="after"'
      : `tts:origin="10% ${top}%" tts:extent="80% 20%" tts:displayAlign="before"`
  const attributes = [...NAMESPACES, 'xml:lang="ko"', ...(frameRate ? frameAttributes(frameRate) : [])]
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt ${attributes.join(' ')}>
  <head>
    <styling>
      <style xml:id="s" tts:fontFamily="proportionalSansSerif" tts:fontSize="5rh" tts:lineHeight="125%" tts:color="white" tts:textOutline="black 5%"/>
    </styling>
    <layout>
      <region xml:id="r" ${region} tts:textAlign="center" tts:showBackground="whenActive"/>
      <region xml:id="top" tts:origin="10% 5%" tts:extent="80% 20%" tts:displayAlign="before" tts:textAlign="center" tts:showBackground="whenActive"/>
    </layout>
  </head>
  <body style="s" region="r">
    <div>
${paragraphs(cues, frameRate).join('')}    </div>
  </body>
</tt>
`
}

function frameAttributes({ nominal, denominator }: FrameRate): string[] {
  return [
    `ttp:frameRate="${nominal}"`,
    ...(denominator === 1 ? [] : [`ttp:frameRateMultiplier="${denominator - 1} ${denominator}"`]),
  ]
}

function paragraphs(cues: readonly Cue[], frameRate: FrameRate | undefined): string[] {
  if (frameRate) return framedCues(cues, frameRate).map(({ from, to, ...cue }) => paragraph(`${from}f`, `${to}f`, cue))
  return cues.map(({ startMs, endMs, ...cue }) => paragraph(timestamp(startMs, '.'), timestamp(endMs, '.'), cue))
}

function paragraph(begin: string, end: string, { lines, place }: Pick<Cue, 'lines' | 'place'>): string {
  const region = place === undefined ? '' : ` region="${place}"`
  return `      <p begin="${begin}" end="${end}"${region}>${lines.map(xmlText).join('<br/>')}</p>\n`
}
