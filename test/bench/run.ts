import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run bench -- <name>`: runs `test/bench/<name>.bench.ts`, whose `run` prints what it measured. */
const folder = new URL('.', import.meta.url)
const names = readdirSync(folder)
  .filter(file => file.endsWith('.bench.ts'))
  .map(file => file.slice(0, -'.bench.ts'.length))
/** Benches that compare with packages of `test/bench/peers/package.json`, which nothing else needs. */
const COMPARING = ['subtitle', 'web']
const [name = '', ...options] = process.argv.slice(2)

if (!names.includes(name)) {
  console.error(
    `${name ? `There is no bench ${name}.` : 'The name of a bench is missing.'}\n\nnpm run bench -- <name> [options]\nThere are: ${names.join(', ')}`,
  )
  process.exitCode = 2
} else if (COMPARING.includes(name) && !isInstalled()) process.exitCode = 1
else {
  const bench: { run(options: string[]): Promise<void> } = await import(new URL(`${name}.bench.ts`, folder).href)
  await bench.run(options)
}

/** Installs what the bench compares with, unless that is done. */
function isInstalled(): boolean {
  const script = join(import.meta.dirname, '../../bin/ensure-installed.mjs')
  return spawnSync(process.execPath, [script, 'test/bench/peers'], { stdio: 'inherit' }).status === 0
}
