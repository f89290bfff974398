// Declares only what the bench calls, because Lighthouse's own types depend on Puppeteer's.
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
