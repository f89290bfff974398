import { readdirSync } from 'node:fs'

/** `npm run bench -- <name>`: runs `test/bench/<name>.bench.ts`, whose `run` prints what it measured. */
const folder = new URL('.', import.meta.url)
const names = readdirSync(folder)
  .filter(file => file.endsWith('.bench.ts'))
  .map(file => file.slice(0, -'.bench.ts'.length))
const [name = '', ...options] = process.argv.slice(2)

if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- <name> [options]\nThere are: ${names.join(', ')}`)
  process.exitCode = 2
} else {
  const bench: { run(options: string[]): Promise<void> } = await import(new URL(`${name}.bench.ts`, folder).href)
  await bench.run(options)
}
