// Installs the packages that a command needs, once per lock file. Plain JavaScript, because it runs on Node 20.
//
//   node bin/ensure-installed.mjs         dependencies: all that `npm start` needs
//   node bin/ensure-installed.mjs --dev   devDependencies, too: tests, types, lint, deployment, benches
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
/** npm's arguments for each scope; each scope includes the previous ones. */
const SCOPES = {
  start: ['--omit=dev'],
  dev: [],
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const mark = join(root, 'node_modules', '.installed')
const [flag = '--start'] = process.argv.slice(2)
const scope = flag.slice(2)

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
  fail(`Jamak needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.`)
if (!(scope in SCOPES)) fail(`Unknown option: ${flag}`)
if (!isInstalled()) install()

/** Packages contain binaries, so the platform counts, too. */
function digest() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

function isInstalled() {
  if (!existsSync(mark)) return false
  const [installed, installedScope = ''] = readFileSync(mark, 'utf8').trim().split(' ')
  const names = Object.keys(SCOPES)
  return installed === digest() && names.indexOf(installedScope) >= names.indexOf(scope)
}

function install() {
  const startedMs = Date.now()
  console.log('Installing packages, once. This takes about a minute.')
  // `npm ci` would remove what is already installed; `npm install` adds what the lock file names and is missing.
  const command = existsSync(mark) ? ['install', '--no-save'] : ['ci']
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error', ...SCOPES[scope]]
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' })
  if (status !== 0)
    fail(
      'npm could not install the packages; its message is above. The first run needs a connection to the npm registry.',
    )
  writeFileSync(mark, `${digest()} ${scope}\n`)
  console.log(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
