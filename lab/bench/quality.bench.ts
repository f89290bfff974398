import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { type Cue, formatSrt } from '#subtitle-engine'
import { amount, type Cell, type Report } from './figures.ts'
import { printTable } from './isolated.ts'
import { type Quality, qualityOf } from './quality/measure.ts'
import { cutLikePeople, peopleFile } from './quality/people.ts'
import { recordedCues, SPOILT } from './quality/recorded.ts'
import { sameTalks, talksOf } from './quality/talks.ts'

const HELP = `npm run bench -- quality [people.json | reference system [system ...]]

Measures Korean subtitles against references by SubER, the metric of IWSLT's subtitling track, and by our own rules. Where
SubER's own program is installed (pip install subtitle-edit-rate==0.4.0; the variable SUBER names it if it is not on the
path), its score is printed, too.

people.json   sentences with the times of their words and the cues that people made (lab/bench/quality/people.ts), to
              compare with the cues that the engine and a greedy cutter make of the same Korean
reference …   SRT files, or folders with SRT files of the same names, one for each talk
Without files, it damages the tests' recorded talks in three ways, to show how far the measures move.`

type Talks = readonly (readonly Cue[])[]

export async function run(options: readonly string[]): Promise<Report | undefined> {
  const [first, ...others] = options.filter(option => !option.startsWith('--'))
  if (first !== undefined && others.length === 0 && !first.endsWith('.json')) {
    console.error(HELP)
    process.exitCode = 2
    return undefined
  }
  const { reference, systems } = first === undefined ? spoilt() : given(first, others)
  const rows = systems.map(([name, talks]): [string, Quality] => [name, qualityOf(talks, reference)])
  if (first !== undefined) {
    print([['reference', qualityOf(reference, reference)], ...rows], published(reference, systems))
    return undefined
  }
  const headings = ['the talks with', 'SubER (0 is best)', 'bad breaks of 100 cues']
  const table = rows.map(([name, { suber, badBreaks }]): Cell[] => [
    name,
    amount(suber, '', 1),
    amount(badBreaks, '', 1),
  ])
  return { tables: [{ name: 'quality', headings, rows: table }], aims: [], data: { rows } }
}

interface Compared {
  reference: Talks
  systems: [name: string, talks: Talks][]
}

/** The recorded talks against degraded copies. */
function spoilt(): Compared {
  return {
    reference: recordedCues(),
    systems: Object.entries(SPOILT).map(([name, change]) => [name, recordedCues(change)]),
  }
}

function given(first: string, others: readonly string[]): Compared {
  if (others.length === 0) {
    const { people, engine, greedy } = cutLikePeople(peopleFile.parse(JSON.parse(readFileSync(first, 'utf8'))))
    const systems = Object.entries({ engine, greedy }).map(([name, talks]): [string, Talks] => [
      name,
      [...talks.values()],
    ])
    return { reference: [...people.values()], systems }
  }
  const talks = talksOf(first)
  return { reference: [...talks.values()], systems: others.map(path => [basename(path), sameTalks(path, talks)]) }
}

function print(rows: readonly [string, Quality][], published: ReadonlyMap<string, number>): void {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  printTable(
    ['system', 'cues', 'SubER', 'SubER, published', 'rules kept', 'bad breaks', '해요/합니다/반말'],
    rows.map(([name, { cues, suber, kept, badBreaks, registers }]) => [
      name,
      String(cues),
      suber.toFixed(2),
      published.get(name)?.toFixed(2) ?? '-',
      percent(kept),
      badBreaks.toFixed(1),
      `${registers.haeyo}/${registers.hapnida}/${registers.banmal}`,
    ]),
  )
  console.log(CANNOT)
}

const CANNOT = `
SubER (0 is best) counts whole eojeols, so another particle costs as much as another word; stretches of more than 400 words
and breaks without a gap on either side are compared without shifts. It knows one reference: another good translation scores
badly. The rules are those of the Korean profile that need no speech. The engine itself judges which breaks are bad.
Nothing here says whether a sentence is right, fluent or as polite as its context requires: have a person read a sample,
and publish no figures for texts on which the model may have been trained.`

const answer = z.object({ SubER: z.number() })

/** The score of SubER's own program by system; none if it is not installed. */
function published(reference: Talks, systems: readonly [string, Talks][]): Map<string, number> {
  const command = process.env.SUBER || 'suber'
  if (spawnSync(command, ['--help'], { stdio: 'ignore' }).status !== 0) return new Map()
  const folder = mkdtempSync(join(tmpdir(), 'jamak-suber-'))
  try {
    const save = (kind: string, all: Talks) =>
      all.map((cues, i) => {
        const path = join(folder, `${i}.${kind}.srt`)
        writeFileSync(path, formatSrt(cues.toSorted((a, b) => a.startMs - b.startMs)))
        return path
      })
    return new Map(
      systems.map(([name, talks]) => {
        const files = ['-H', ...save('system', talks), '-R', ...save('reference', reference)]
        return [name, answer.parse(JSON.parse(execFileSync(command, files, { encoding: 'utf8' }))).SubER]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
