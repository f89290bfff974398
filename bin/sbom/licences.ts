import * as z from 'zod'

const licence = z.union([
  z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
  z.object({ expression: z.string() }),
])
const bill = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string(), licenses: z.array(licence).default([]) })),
})

/** A package and its licence, as the package states it. */
export interface Licensed {
  name: string
  licence: string
}

/** Licences that require only that their text is included. MPL-2.0 applies to changes of its own files, of which there are none. */
const KNOWN = new Set([
  'MIT',
  '(MIT OR GPL-3.0-or-later)',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'OFL-1.1',
])

/** The packages of a CycloneDX bill of materials. */
export function readBill(text: string): Licensed[] {
  return bill.parse(JSON.parse(text)).components.map(({ name, version, licenses }) => ({
    name: `${name}@${version}`,
    licence:
      licenses
        .map(one => ('expression' in one ? one.expression : (one.license.id ?? one.license.name ?? '?')))
        .join(' AND ') || 'none stated',
  }))
}

/** The packages by licence as text, and those whose licence needs review. */
export function licenceList(packages: Licensed[]): { text: string; unknown: string[] } {
  const by = Map.groupBy(packages, one => one.licence)
  const chapters = [...by]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([licence, ones]) => {
      const names = ones.map(({ name }) => `  ${name}`).sort()
      return [`${licence} (${ones.length})`, ...names].join('\n')
    })
  const unknown = packages.filter(one => !KNOWN.has(one.licence)).map(({ name, licence }) => `${name} (${licence})`)
  return { text: chapters.join('\n'), unknown }
}
