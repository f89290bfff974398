import { describeLives } from './figures.ts'
import { runLives } from './lives.ts'
import { readOptions, withAssembly } from './options.ts'

/**
 * `npm run soak -- --minutes 30 --seed 7`: many users act at random on a service whose functions meet faults and whose
 * process is killed at random. Exits with 1 if a promise is broken.
 */
const { minutes = 5, seed, people = 8 } = readOptions(process.argv.slice(2))
const say = (line: string): void => console.log(line)
say(`seed ${seed}`)

const broken = await withAssembly(async assembly => {
  const doom = { afterMs: 60_000, emails: 25, withinMs: 60, atLatestMs: 180_000 }
  const ms = minutes * 60_000
  const result = await runLives({ assembly, seed, people, ms, faultRate: 0.01, doom, say })
  say(describeLives(result))
  return result.broken
})
process.exitCode = broken.length > 0 ? 1 : 0
