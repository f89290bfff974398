import { strToU8, zipSync } from 'fflate'

export interface NamedText {
  filename: string
  text: string
}

/** Builds a ZIP file of subtitles; files with the same name are numbered. */
export function zipSubtitles(files: readonly NamedText[]): Uint8Array<ArrayBuffer> {
  const taken = new Set<string>()
  const entries = files.map(({ filename, text }) => {
    const name = uniqueName(filename.replaceAll(/[/\\]/g, '_'), taken)
    taken.add(name)
    return [name, strToU8(text)] as const
  })
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

function uniqueName(filename: string, taken: ReadonlySet<string>): string {
  const dot = filename.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, '']
  let name = filename
  for (let n = 2; taken.has(name); n += 1) name = `${stem} (${n})${ending}`
  return name
}
