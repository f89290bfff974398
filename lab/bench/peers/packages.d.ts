// Types of the packages that only the benches use. They are declared here because types are also checked without
// these packages, which are installed by `npm run bench` only.

declare module 'lighthouse' {
  interface Audit {
    id: string
    title: string
    score: number | null
    numericValue?: number
    displayValue?: string
  }
  interface Flags {
    port: number
    onlyCategories: string[]
    logLevel: 'error'
  }
  interface Report {
    categories: Record<string, { score: number | null }>
    audits: Record<string, Audit>
  }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Report } | undefined>
}

declare module '@remotion/captions' {
  interface Caption {
    text: string
    startMs: number
    endMs: number
    timestampMs: number
    confidence: number
  }
  export function parseSrt(options: { input: string }): { captions: Caption[] }
  export function serializeSrt(options: { lines: Caption[][] }): string
}

declare module 'srt-parser-2' {
  interface Line {
    id: string
    startTime: string
    startSeconds: number
    endTime: string
    endSeconds: number
    text: string
  }
  export default class SrtParser2 {
    fromSrt(source: string): Line[]
    toSrt(lines: Line[]): string
  }
}

declare module 'subsrt-ts' {
  interface Options {
    format: 'srt'
    eol: string
  }
  interface Caption {
    type: 'caption'
    index: number
    start: number
    end: number
    duration: number
    content: string
    text: string
  }
  const subsrt: {
    parse(source: string, options: Options): (Caption | { type: 'meta' | 'style' })[]
    build(captions: Caption[], options: Options): string
  }
  export default subsrt
}

declare module 'subtitle' {
  interface Cue {
    start: number
    end: number
    text: string
  }
  type Node = { type: 'header'; data: string } | { type: 'cue'; data: Cue }
  export function parseSync(source: string): Node[]
  export function stringifySync(nodes: Node[], options: { format: 'SRT' }): string
}
