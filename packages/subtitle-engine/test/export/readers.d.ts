/** The parts of two libraries without types that the tests use. */
declare module 'imsc/src/main/js/doc.js' {
  interface TimedElement {
    kind: string
    /** Seconds. */
    begin: number
    end: number
    text?: string
    contents?: TimedElement[]
  }
  interface Messages {
    info(message: string): void
    warn(message: string): void
    error(message: string): void
    fatal(message: string): void
  }
  const reader: { fromXML(text: string, errors: Messages): { body: TimedElement } }
  export default reader
}

declare module 'imsc/src/main/js/isd.js' {
  const screens: { generateISD(document: unknown, atSeconds: number): { contents: unknown[] } }
  export default screens
}

declare module 'papaparse' {
  const papaparse: {
    parse(
      text: string,
      options: { header: true; skipEmptyLines: true },
    ): {
      data: Record<string, string>[]
      errors: unknown[]
    }
  }
  export default papaparse
}
