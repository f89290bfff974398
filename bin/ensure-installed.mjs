// Plain JavaScript for Node 20 and newer: runs `npm ci` where node_modules differs from package-lock.json, and shows how far
// it is. `node bin/ensure-installed.mjs [folder …]`: the root, then folders below it with a lock file of their own: test has
// what only tests need, test/bench/peers what only benches compare with, so that `npm start` installs neither.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
/** Without a terminal, a line of progress every ten seconds; with one, the line is rewritten every second. */
const PROGRESS_MS = process.stdout.isTTY ? 1000 : 10_000
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const major = Number(process.versions.node.split('.')[0])
if (major < OLDEST_NODE) fail(`Node ${OLDEST_NODE} or newer is needed; this is ${process.versions.node}.`)

for (const part of ['', ...process.argv.slice(2)]) {
  const folder = join(root, part)
  if (!isInstalled(folder)) await install(folder)
}

/** Notes which lock file was installed last. */
function markOf(folder) {
  return join(folder, 'node_modules', '.installed')
}

/** The mark is a digest of the lock file and of the platform, because packages contain binaries. */
function wanted(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

function isInstalled(folder) {
  const mark = markOf(folder)
  if (existsSync(mark)) return readFileSync(mark, 'utf8') === wanted(folder)
  const same = isSameAsLock(folder)
  if (same) writeFileSync(mark, wanted(folder))
  return same
}

/** True if npm was run by hand: it leaves a list of the installed packages. */
function isSameAsLock(folder) {
  const left = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(left)) return false
  const installed = JSON.parse(readFileSync(left, 'utf8')).packages
  return Object.entries(lockedPackages(folder)).every(
    ([path, { version, optional, peer }]) => path === '' || optional || peer || installed[path]?.version === version,
  )
}

function lockedPackages(folder) {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
}

async function install(folder) {
  const startedMs = Date.now()
  const total = Object.entries(lockedPackages(folder)).filter(
    ([path, one]) => path !== '' && isForThisMachine(one),
  ).length
  console.log(`Installing ${total} packages, once. This takes a minute or two.`)
  const { code, output } = await runNpm(folder, count => {
    const line = `  ${Math.min(count, total)} of ${total} packages, ${Math.round((Date.now() - startedMs) / 1000)} s`
    process.stdout.write(process.stdout.isTTY ? `\r${line}   ` : `${line}\n`)
  })
  if (process.stdout.isTTY) process.stdout.write('\n')
  if (code === 0) {
    removeUnread(join(folder, 'node_modules'))
    writeFileSync(markOf(folder), wanted(folder))
    console.log(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`)
    return
  }
  console.error(output.trim().split('\n').slice(-20).join('\n'))
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(output)
  if (isOffline)
    fail('The package registry cannot be reached: check the connection or the npm registry setting, then run it again.')
  fail('npm ci failed; see above.')
}

/** Builds for other systems are in the lock file, too, and are not installed. */
function isForThisMachine({ os, cpu, libc }) {
  const isGlibc = process.platform !== 'linux' || Boolean(process.report.getReport().header.glibcVersionRuntime)
  return (
    (os ?? [process.platform]).includes(process.platform) &&
    (cpu ?? [process.arch]).includes(process.arch) &&
    (libc ?? ['glibc']).includes(isGlibc ? 'glibc' : 'musl')
  )
}

/** Runs `npm ci` in the folder; `onProgress` hears the number of packages that npm has read. Gives what it said, without its requests. */
function runNpm(folder, onProgress) {
  const isWindows = process.platform === 'win32'
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=http']
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', words, { cwd: folder, shell: isWindows })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const timer = setInterval(() => onProgress(output.match(/^npm http .*\.tgz/gm)?.length ?? 0), PROGRESS_MS)
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: 1, output: String(error) }))
    child.once('close', code => resolve({ code, output: output.replace(/^npm http .*\n?/gm, '') }))
  }).finally(() => clearInterval(timer))
}

/**
 * Removes a fifth of the installation that nothing reads: second copies, other systems' builds, fonts that are not served,
 * and what CDK says of itself to other languages.
 */
function removeUnread(modules) {
  const remove = (...path) => rmSync(join(modules, ...path), { recursive: true, force: true })
  if (existsSync(join(modules, 'node', 'bin', 'node'))) remove('node', 'node_modules')
  for (const file of ['.jsii.gz', '.jsii.tabl.json.gz']) remove('aws-cdk-lib', file)
  remove('pretendard', 'dist', 'public', 'static')
  remove('pretendard', 'dist', 'web', 'static')
  const sound = join(modules, 'node-web-audio-api')
  const builds = existsSync(sound) ? readdirSync(sound).filter(file => file.endsWith('.node')) : []
  for (const file of builds)
    if (!file.startsWith(`node-web-audio-api.${process.platform}-${process.arch}`)) remove('node-web-audio-api', file)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
