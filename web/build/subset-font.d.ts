// Types for the part of subset-font that the build uses; the package ships none.
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
