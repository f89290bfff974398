import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { type Cue, formatSrt } from '#subtitle-engine'
import { printTable } from './isolated.ts'
import { qualityOf } from './quality/measure.ts'
import { cutLikePeople, peopleFile } from './quality/people.ts'
import { recordedCues, SPOILT } from './quality/recorded.ts'
import { sameTalks, talksOf } from './quality/talks.ts'

const HELP = `npm run bench -- suber [people.json | reference system [system ...]]

Scores Korean subtitles with the published SubER (pip install subtitle-edit-rate==0.4.0), the metric of IWSLT's subtitling track, and
with our own (lab/bench/quality/suber.ts). SUBER names its command if it is not on the path. Words are eojeols; 0 is best.

people.json   sentences with the times of their words and the cues that people made (lab/bench/quality/people.ts): the engine and a
              greedy cutter cut the same Korean
reference …   SRT files, or folders with SRT files of the same names
Without files: the recorded talks of the tests, spoilt in three ways.`

type Talks = readonly (readonly Cue[])[]

/** Scores subtitles with the published metric SubER, so that the figures are comparable with those of others. */
export async function run(options: readonly string[]): Promise<undefined> {
  const command = process.env.SUBER || 'suber'
  const { reference, systems } = readSystems(options.filter(option => !option.startsWith('--')))
  if (systems.length === 0) {
    console.error(HELP)
    process.exitCode = 2
    return undefined
  }
  const isInstalled = spawnSync(command, ['--help'], { stdio: 'ignore' }).status === 0
  if (!isInstalled) console.log(`${command} is not installed, so only our own metric is shown.\n\n${HELP}\n`)
  const rows = systems.map(([name, talks]) => {
    const published = isInstalled ? publishedSuber(command, talks, reference).toFixed(2) : '-'
    const cues = count(talks)
    const more = `${((cues / count(reference) - 1) * 100).toFixed(1)} %`
    return [name, published, qualityOf(talks, reference).suber.toFixed(2), String(cues), more]
  })
  printTable(['system', 'SubER, published', 'SubER, ours', 'cues', 'more than the reference'], rows)
  return undefined
}

function readSystems(paths: readonly string[]): { reference: Talks; systems: [string, Talks][] } {
  const [first, ...others] = paths
  if (first === undefined) {
    const spoilt = Object.entries(SPOILT).map(([name, change]): [string, Talks] => [name, recordedCues(change)])
    return { reference: recordedCues(), systems: spoilt }
  }
  if (others.length === 0 && first.endsWith('.json')) {
    const ways = cutLikePeople(peopleFile.parse(JSON.parse(readFileSync(first, 'utf8'))))
    const [people, engine, greedy] = [ways.people, ways.engine, ways.greedy].map(way => [...way.values()])
    return {
      reference: people ?? [],
      systems: [
        ['engine', engine ?? []],
        ['greedy', greedy ?? []],
      ],
    }
  }
  const talks = talksOf(first)
  return { reference: [...talks.values()], systems: others.map(path => [basename(path), sameTalks(path, talks)]) }
}

const answer = z.object({ SubER: z.number() })

function publishedSuber(command: string, talks: Talks, reference: Talks): number {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-suber-'))
  try {
    const save = (kind: string, all: Talks) =>
      all.map((cues, i) => {
        const path = join(folder, `${i}.${kind}.srt`)
        writeFileSync(path, formatSrt(cues.toSorted((a, b) => a.startMs - b.startMs)))
        return path
      })
    const files = ['-H', ...save('system', talks), '-R', ...save('reference', reference)]
    return answer.parse(JSON.parse(execFileSync(command, files, { encoding: 'utf8' }))).SubER
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function count(talks: Talks): number {
  return talks.reduce((sum, cues) => sum + cues.length, 0)
}
