// Plain JavaScript for Node 20 and newer: runs `npm ci` if node_modules differs from package-lock.json.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const mark = join(modules, '.installed')

const major = Number(process.versions.node.split('.')[0])
if (major < OLDEST_NODE) fail(`Node ${OLDEST_NODE} or newer is needed; this is ${process.versions.node}.`)

if (!isInstalled()) install()

/** The mark is a digest of the lock file and of the platform, because packages contain binaries. */
function wanted() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

function isInstalled() {
  if (existsSync(mark)) return readFileSync(mark, 'utf8') === wanted()
  const same = isSameAsLock()
  if (same) writeFileSync(mark, wanted())
  return same
}

/** True if npm was run by hand: it leaves a list of the installed packages. */
function isSameAsLock() {
  const left = join(modules, '.package-lock.json')
  if (!existsSync(left)) return false
  const installed = JSON.parse(readFileSync(left, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(
    ([path, { version, optional, peer }]) => path === '' || optional || peer || installed[path]?.version === version,
  )
}

function install() {
  console.log('Installing packages, once. This takes a few minutes.')
  const isWindows = process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: isWindows,
    maxBuffer: 1 << 28,
  })
  const output = `${stdout ?? ''}${stderr ?? ''}`
  if (status === 0) {
    writeFileSync(mark, wanted())
    return
  }
  console.error(output.trim().split('\n').slice(-20).join('\n'))
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(output)
  if (isOffline)
    fail('The package registry cannot be reached: check the connection or the npm registry setting, then run it again.')
  fail('npm ci failed; see above.')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
