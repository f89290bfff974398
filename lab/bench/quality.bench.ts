import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { amount, type Cell, type Report } from './figures.ts'
import { printTable } from './isolated.ts'
import { type NameForms, type Quality, qualityOf } from './quality/measure.ts'
import { recordedCues, SPOILT } from './quality/recorded.ts'
import { sameTalks, talksOf } from './quality/talks.ts'

const HELP = `npm run bench -- quality [reference system [system ...]] [--names names.txt]

A reference and a system are an SRT file each, or folders with SRT files of the same names, one for each talk.
names.txt has a name a line: the wanted Korean form, then others, with | between them.
Without files: the recorded talks of the tests, spoilt in three ways, which shows how far the measures move.`

/** Measures the Korean subtitles of any systems against references, by published metrics and by our own rules. */
export async function run(options: readonly string[]): Promise<Report | undefined> {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: { names: { type: 'string' }, quick: { type: 'boolean', default: false } },
  })
  const [reference, ...systems] = positionals
  if (reference === undefined) return spoilt()
  if (systems.length === 0) {
    console.error(HELP)
    process.exitCode = 2
    return undefined
  }
  const talks = talksOf(reference)
  const names = values.names === undefined ? [] : namesIn(readFileSync(values.names, 'utf8'))
  const rows = [reference, ...systems].map((path): [string, Quality] => {
    const name = path === reference ? 'reference' : basename(path)
    return [name, qualityOf(sameTalks(path, talks), [...talks.values()], names)]
  })
  print(talks.size, rows)
  return undefined
}

/** The recorded talks against themselves, and against degraded copies. */
function spoilt(): Report {
  const references = recordedCues()
  const rows = [...Object.entries(SPOILT)].map(([name, change]): [string, Quality] => [
    name,
    qualityOf(recordedCues(change), references),
  ])
  print(references.length, [['reference', qualityOf(references, references)], ...rows])
  const table = rows.map(([name, { suber, chrf, badBreaks }]): Cell[] => [
    name,
    amount(suber, '', 1),
    amount(chrf, '', 1),
    amount(badBreaks, '', 1),
  ])
  const headings = ['the talks with', 'SubER (0 is best)', 'chrF (100 is best)', 'bad breaks of 100 cues']
  return { tables: [{ name: 'quality', headings, rows: table }], aims: [], data: { rows } }
}

function print(talks: number, rows: readonly [string, Quality][]): void {
  console.log(`${talks} talks`)
  printTable(
    ['system', 'cues', 'SubER', 'chrF', 'rules kept', 'bad breaks', '해요/합니다/반말', 'names'],
    rows.map(rowOf),
  )
  console.log(CANNOT)
}

function namesIn(text: string): NameForms[] {
  const lines = text.split('\n').map(line => line.trim())
  return lines.filter(line => line !== '').map(line => line.split('|').map(form => form.trim()))
}

function rowOf([name, quality]: [string, Quality]): string[] {
  const { haeyo, hapnida, banmal } = quality.registers
  const percent = (share: number | undefined) => (share === undefined ? '-' : `${(share * 100).toFixed(1)} %`)
  return [
    name,
    String(quality.cues),
    quality.suber.toFixed(1),
    quality.chrf.toFixed(1),
    percent(quality.kept),
    quality.badBreaks.toFixed(1),
    `${haeyo}/${hapnida}/${banmal}`,
    percent(quality.names),
  ]
}

const CANNOT = `
SubER (0 is best) counts whole eojeols, so another particle costs as much as another word; stretches of more than 400 words
and breaks without a gap on either side are compared without shifts. chrF (100 is best) sees letters, not meaning. Both
know one reference: another good translation scores badly. Rules are those of the Korean profile that need no speech. Bad
breaks are the engine's own judgement. Nothing here says whether a sentence is right, fluent or polite in its place: have
a person read a sample, and publish no figure of a set that the model may have been trained on.`
