import type { CaptionTrack } from '../contract/work-objects.ts'

const TIME = String.raw`(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})`
const TIMING = new RegExp(`^\\s*${TIME}\\s+-->\\s+${TIME}`)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '', quot: '"' }

/** Captions of a WebVTT file: header, notes, styles, settings and tags are left out. */
export function captionsOfVtt(text: string): CaptionTrack['captions'] {
  const blocks = text.replace(/^\uFEFF/, '').split(/(?:\r\n|\n|\r){2,}/)
  return blocks.flatMap(block => {
    const lines = block.split(/\r\n|\n|\r/)
    const at = lines.findIndex(line => TIMING.test(line))
    const times = TIMING.exec(lines[at] ?? '')
    const said = lines
      .slice(at + 1)
      .map(plain)
      .join('\n')
      .trim()
    if (!times || said === '') return []
    return [{ startMs: milliseconds(times.slice(1, 5)), endMs: milliseconds(times.slice(5, 9)), text: said }]
  })
}

function plain(line: string): string {
  return line.replace(/<[^>]*>/g, '').replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

function milliseconds(parts: (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = parts.map(part => Number(part ?? 0))
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms
}
