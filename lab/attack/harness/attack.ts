import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryAccess } from './access.ts'
import { tryBodies } from './bodies.ts'
import { type Bordered, tryStrings, tryUploads } from './borders.ts'
import { type Chance, chanceOf } from './chance.ts'
import { tryFloods } from './floods.ts'
import { runKills } from './kills.ts'
import { tryMedia } from './media.ts'
import { readOptions, withAssembly } from './options.ts'
import { runRaces } from './races.ts'
import { runPairs } from './run-pairs.ts'
import { trySaves } from './saves.ts'
import { type AttackedService, startAttacked } from './service.ts'

/**
 * `npm run attack -- --minutes 10 --seed 7`: runs every part once, then repeats races, strings and kills with new
 * random choices until the time is up. `--only races` (or access, saves, floods, bodies, media, strings, uploads,
 * pairs, kills) repeats one part with the seed that failed. A seed fixes what is sent, not when it arrives. Exits with
 * 1 if a promise is broken.
 */
const { minutes = 10, seed, only } = readOptions(process.argv.slice(2))
const until = Date.now() + minutes * 60_000
const broken: string[] = []
const say = (line: string): void => console.log(line)
const isWanted = (part: string): boolean => only.length === 0 || only.includes(part)
const report = (part: string, line: string, faults: readonly string[]): void => {
  say(`${part.padEnd(9)} ${line}; broken ${faults.length}`)
  for (const fault of faults) say(`  ${fault}`)
  broken.push(...faults)
}
say(`seed ${seed}`)

async function onOneService(service: AttackedService, chance: Chance): Promise<void> {
  if (isWanted('access')) {
    const tried = await tryAccess(service)
    const wrong = tried.filter(({ isWrong }) => isWrong)
    const routes = new Set(tried.map(({ route }) => route)).size
    const words = wrong.map(({ route, caller, status }) => `${route} answered ${status} to: ${caller}`)
    report('access', `${tried.length} calls of ${routes} routes by 12 kinds of caller`, words)
  }
  if (isWanted('saves')) {
    const { line, broken: faults } = await trySaves(service, chance.of('saves'))
    report('saves', line, faults)
  }
  if (isWanted('floods')) {
    const { line, broken: faults } = await tryFloods(service, chance.of('floods'))
    report('floods', line, faults)
  }
  if (isWanted('bodies')) {
    const { line, broken: faults } = await tryBodies(service, say)
    report('bodies', line, faults)
  }
  if (isWanted('uploads')) {
    const result = await tryUploads(service, chance)
    report('uploads', bordered(result), result.broken)
  }
  for (let round = 0; round === 0 || Date.now() < until; round += 1) {
    const part = chance.of(`round ${round}`)
    if (isWanted('strings')) {
      const result = await tryStrings(service, part, 400)
      report('strings', bordered(result), result.broken)
    }
    if (isWanted('races')) {
      const raced = await runRaces(service, part, round)
      const requests = raced.reduce((sum, each) => sum + each.requests, 0)
      const faults = raced.flatMap(({ name, broken: own }) => own.map(line => `${name}: ${line}`))
      report('races', `${raced.length} races of ${requests} requests`, faults)
    }
    if (!isWanted('strings') && !isWanted('races')) break
    if (round === 0 && isWanted('pairs')) break
  }
  await service.comeToRest()
  report('ledger', 'sums and ends after all of it', (await service.broken()).broken)
}

const bordered = ({ sent, refused, passed }: Bordered): string => `${sent} sent: ${refused} refused, ${passed} passed`

await withAssembly(async assembly => {
  const chance = chanceOf(seed)
  const start = () => startAttacked(assembly, { folder: mkdtempSync(join(tmpdir(), 'jamak-attack-')) })
  if (isWanted('media')) {
    const { line, broken: faults } = await tryMedia(chance.of('media'))
    report('media', line, faults)
  }
  if (['access', 'saves', 'floods', 'bodies', 'uploads', 'strings', 'races'].some(isWanted)) {
    const service = await start()
    await onOneService(service, chance.of('one service'))
    await service.stop()
  }
  if (isWanted('pairs')) {
    const service = await start()
    const { line, uncovered, faults } = await runPairs(service, assembly, chance.of('pairs'), say)
    report('pairs', line, faults)
    say(uncovered)
    await service.stop()
  }
  if (isWanted('kills')) {
    const service = await start()
    const { killed, unreached, emails, broken: faults } = await runKills(service, assembly, say)
    const kinds = Object.entries(killed).map(([kind, count]) => `${kind} ${count}`)
    const count = Object.values(killed).reduce((sum, one) => sum + one, 0)
    const line = `${count}: ${kinds.join(', ')} (${unreached} not reached); emails ${emails.owed} owed, ${emails.lost.length} lost, ${emails.twice} twice, ${emails.overtaken} overtaken`
    report('kills', line, faults)
    await service.stop()
  }
})
say(broken.length === 0 ? 'no promise was broken' : `${broken.length} promises were broken; again with --seed ${seed}`)
process.exitCode = broken.length > 0 ? 1 : 0
