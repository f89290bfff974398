// Packs each package and uses it as its users would: installs the tarball into an empty folder, with the packages that
// its README installs as well, runs the README's first JavaScript example, and the command with --help.
// its README installs beside it, runs the README's first JavaScript example there, and the command with --help.
//
//   node packages/check-pack.mjs [folder...]     by default every package
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const PACKAGES = import.meta.dirname
const folders = process.argv.slice(2)
const isPackage = entry => entry.isDirectory()
const all = readdirSync(PACKAGES, { withFileTypes: true })
  .filter(isPackage)
  .map(({ name }) => name)

for (const folder of folders.length > 0 ? folders : all) checkPackage(join(PACKAGES, folder))

function checkPackage(source) {
  const { name, bin = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const temporary = mkdtempSync(join(tmpdir(), 'check-pack-'))
  try {
    const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', temporary], source).trim())
    const [{ filename, size, entryCount }] = Object.values(packed)
    const user = join(temporary, 'user')
    mkdirSync(user)
    writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }\n')
    const readme = readFileSync(join(source, 'README.md'), 'utf8')
    const [, others = ''] = new RegExp(`^npm install ${name}(.*)$`, 'mu').exec(readme) ?? []
    const packages = [join(temporary, filename), ...others.trim().split(/\s+/).filter(Boolean)]
    run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], user)
    const [, example] = /```(?:js|ts)\n(.*?)```/su.exec(readme) ?? []
    if (example === undefined) throw new Error(`${name}: the README has no example`)
    writeFileSync(join(user, 'example.js'), example)
    const printed = run(process.execPath, ['example.js'], user)
    for (const command of Object.keys(bin)) run('npx', ['--no-install', command, '--help'], user)
    console.log(
      `${name}: ${entryCount} files, ${Math.round(size / 1000)} kB; its README's example prints ${printed.length} characters`,
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function run(command, args, cwd) {
  // The commands must run on this Node, not on the first one on PATH.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
