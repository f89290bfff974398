// Plain JavaScript for any Node from 20 on: installs what package-lock.json names where node_modules differs from it.
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
if (major < OLDEST_NODE)
  fail(
    `Node ${OLDEST_NODE} 이상이 필요해요 (지금 ${process.versions.node}).`,
    `Node ${OLDEST_NODE} or newer is needed.`,
  )

if (!isInstalled()) install()

/** The mark is a digest of the lock file and of this machine's kind: packages hold binaries. */
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

/** Somebody may have run npm themselves: it leaves a list of what it put there. */
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
  console.log('필요한 패키지를 설치해요. 처음 한 번만, 몇 분 걸려요. (Installing packages, once.)')
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
    fail(
      '패키지 저장소에 연결하지 못했어요. 인터넷이나 npm registry 설정을 확인하고 다시 실행해 주세요.',
      'The package registry cannot be reached: check the connection or the npm registry setting, then run it again.',
    )
  fail('npm ci가 실패했어요. 위의 내용을 확인해 주세요.', 'npm ci failed; see above.')
}

function fail(korean, english) {
  console.error(`${korean}\n${english}`)
  process.exit(1)
}
