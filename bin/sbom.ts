import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { licenceList, readBill } from './sbom/licences.ts'
import { orUsage } from './usage.ts'

const HELP = `npm run sbom

Writes a CycloneDX bill of what is deployed or sent to browsers, and the licences in it, to dist/sbom/.`

const { values: asked } = orUsage(HELP, () => parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }))
if (asked.help) {
  console.log(HELP)
  process.exit()
}
const folder = join(import.meta.dirname, '../dist/sbom')

// Two packages of Toss and one of Amplify name older peers than they run with; without the flag npm makes no bill at all.
const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--legacy-peer-deps']
const bill = execFileSync('npm', words, {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const list = licenceList(readBill(bill))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'sbom.cdx.json'), bill)
writeFileSync(join(folder, 'licences.txt'), list.text)
console.log(`${list.text}\nWritten to ${folder}.`)
if (list.unknown.length > 0) {
  console.error(`Licences to review: ${list.unknown.join(', ')}`)
  process.exitCode = 1
}
