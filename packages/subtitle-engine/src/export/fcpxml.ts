import type { Cue } from '../types.ts'
import { type FrameRate, framedCues } from './frames.ts'
import { xmlText } from './xml.ts'

/** Writes Final Cut Pro XML 1.10: a project with the cues as Korean iTT captions over an empty gap. */
export function formatFcpxml(cues: readonly Cue[], name: string, frameRate: FrameRate): string {
  const framed = framedCues(cues, frameRate)
  const seconds = (frames: number) => secondsOf(frames, frameRate)
  const duration = seconds(framed.at(-1)?.to ?? 0)
  const captions = framed.map(
    (
      { from, to, lines, place },
      i,
    ) => `              <caption lane="${place === undefined ? 1 : 2}" offset="${seconds(from)}" name="${xmlText(
      lines.join(' '),
    )}" duration="${seconds(to - from)}" role="iTT?captionFormat=ITT.ko">
                <text placement="${place ?? 'bottom'}"><text-style ref="ts${i + 1}">${lines.map(xmlText).join('\n')}</text-style></text>
                <text-style-def id="ts${i + 1}"><text-style font=".AppleSystemUIFont" fontSize="13" fontColor="1 1 1 1"/></text-style-def>
              </caption>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
  <resources>
    <format id="r1" frameDuration="${seconds(1)}" width="1920" height="1080"/>
  </resources>
  <library>
    <event name="${xmlText(name)}">
      <project name="${xmlText(name)}">
        <sequence format="r1" duration="${duration}" tcStart="0s" tcFormat="${frameRate.dropFrame ? 'DF' : 'NDF'}">
          <spine>
            <gap name="Gap" offset="0s" start="0s" duration="${duration}">
${captions.join('')}            </gap>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`
}

/** A time as a fraction of a second, which keeps it on its frame. */
function secondsOf(frames: number, { numerator, denominator }: FrameRate): string {
  return frames === 0 ? '0s' : `${frames * denominator}/${numerator}s`
}
