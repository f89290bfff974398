import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { orUsage, WrongArgument } from '../../../bin/usage.ts'
import { synthesize } from '../../../local/cloud/synthesize.ts'
import { tryBodies } from './bodies.ts'
import { type Chance, chanceOf } from './chance.ts'
import { runCrowd } from './crowd.ts'
import { runKills } from './kills.ts'
import { type Attacked, tryMedia } from './media.ts'
import { runRaces } from './races.ts'
import { runPairs } from './run-pairs.ts'
import { type AttackedService, startAttacked } from './service.ts'
import { tryStrings } from './strings.ts'

const PARTS = ['media', 'bodies', 'strings', 'races', 'pairs', 'kills', 'crowd'] as const
const HELP = `npm run attack -- [--minutes 10] [--seed 7] [--only ${PARTS.join('|')}] …
Runs every part once; the crowd, or strings and races without it, goes on with new random choices until the time is up.
A seed fixes what is sent, not when it arrives. Exits with 1 if a promise is broken.`

const ROOT = join(import.meta.dirname, '../../..')
const MINUTE = 60_000
/** The longest turn of the crowd, after which the service comes to rest and every promise is checked. */
const CROWD_MS = 10 * MINUTE

const accepted = z.object({
  minutes: z.coerce.number().default(10),
  seed: z.coerce.number().default(() => Math.floor(Math.random() * 1_000_000)),
  only: z.array(z.enum(PARTS)).default([...PARTS]),
})
const options = orUsage(HELP, () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { minutes: text, seed: text, only: { ...text, multiple: true } } })
  const { data, error } = accepted.safeParse(values)
  if (error) throw new WrongArgument(z.prettifyError(error))
  return data
})
const until = Date.now() + options.minutes * MINUTE
const chance = chanceOf(options.seed)
const broken: string[] = []
const say = (line: string): void => console.log(line)
const isWanted = (part: (typeof PARTS)[number]): boolean => options.only.includes(part)
const report = (part: string, { line, broken: faults }: Attacked): void => {
  say(`${part.padEnd(9)} ${line}; broken ${faults.length}`)
  for (const fault of faults) say(`  ${fault}`)
  broken.push(...faults)
}

async function onService(assembly: string, work: (service: AttackedService) => Promise<void>): Promise<void> {
  const service = await startAttacked(assembly)
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

/** Sends requests that meet no faults, in rounds until the time is up or a later part needs it, and then checks every promise. */
async function sendRequests(service: AttackedService): Promise<void> {
  if (isWanted('bodies')) report('bodies', await tryBodies(service, say))
  for (let round = 0; round === 0 || Date.now() < until; round += 1) {
    const part: Chance = chance.of(`round ${round}`)
    if (isWanted('strings')) report('strings', await tryStrings(service, part, 400))
    if (isWanted('races')) report('races', await runRaces(service, part))
    // The rest of the time is for the parts that follow.
    if (isWanted('pairs') || isWanted('kills') || isWanted('crowd')) break
    if (!isWanted('strings') && !isWanted('races')) break
  }
  await service.comeToRest()
  report('ledger', { line: 'sums and ends after all of it', broken: (await service.broken()).broken })
}

async function attack(assembly: string): Promise<void> {
  if (isWanted('media')) report('media', await tryMedia(chance.of('media')))
  if (isWanted('bodies') || isWanted('strings') || isWanted('races')) await onService(assembly, sendRequests)
  if (isWanted('pairs'))
    await onService(assembly, async service => {
      const { line, uncovered, faults } = await runPairs(service, assembly, chance.of('pairs'), say)
      report('pairs', { line, broken: faults })
      say(uncovered)
    })
  if (isWanted('kills'))
    await onService(assembly, async service => report('kills', await runKills(service, assembly, say)))
  if (isWanted('crowd'))
    for (let turn = 0; turn === 0 || Date.now() < until; turn += 1)
      await onService(assembly, async service => {
        const ms = Math.min(CROWD_MS, Math.max(MINUTE, until - Date.now()))
        report('crowd', await runCrowd(service, chance.of(`crowd ${turn}`), ms))
      })
}

say(`seed ${options.seed}`)
const folder = mkdtempSync(join(tmpdir(), 'jamak-attacked-'))
try {
  const settings = { DEPLOYMENT: 'local', TEST_PAY: 'on', YOUTUBE_FETCH: 'on', BUILD_DIR: join(folder, 'build') }
  await synthesize(ROOT, join(folder, 'assembly'), settings)
  await attack(join(folder, 'assembly'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
say(broken.length === 0 ? 'no promise was broken' : `${broken.length} promises were broken: --seed ${options.seed}`)
process.exitCode = broken.length > 0 ? 1 : 0
