// What the build uses of subset-font, which has no types of its own.
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    /** OpenType features to keep. */
    keepFeatures: readonly string[]
    noHinting: boolean
    variationAxes: Record<string, { min: number; max: number }>
  }
  export default function subsetFont(font: Buffer, letters: string, options: SubsetOptions): Promise<Buffer>
}
