import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectYtDlp } from '../../bin/yt-dlp/inspect.ts'
import { installYtDlp } from '../../local/youtube/index.ts'
import { VERSIONS, type Version } from '../../local/youtube/yt-dlp-options.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PATH = process.env.PATH ?? ''
const installed = async (version: Version) => join(await installYtDlp(join(folder, version), {}, version), 'yt-dlp')
const written = async (name: string, script: string) => {
  const program = join(folder, name)
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return program
}

describe('a yt-dlp', () => {
  it('of each tested version accepts the command line chosen for it', async () => {
    const [old, newest] = await Promise.all(
      (['2023.03.04', '2026.08.19'] as const).map(async version => inspectYtDlp(await installed(version), PATH)),
    )
    expect(old).toMatchObject({ version: '2023.03.04', unlisted: [], accepted: true })
    expect(newest).toMatchObject({ version: '2026.08.19', unlisted: [], accepted: true })
    const onlyNew = newest?.options.filter(option => !old?.options.includes(option))
    expect(onlyNew).toEqual(['--no-quiet', '--js-runtimes'])
    for (const option of onlyNew ?? []) expect(VERSIONS['2023.03.04']).not.toHaveProperty(option)
  })

  it('that opens a connection is blocked, and the host is reported', async () => {
    const script = `for word; do
  case $word in --version) echo 9; exit 0 ;; --help) exit 0 ;; http://127*) proxy=$word ;; esac
done
node -e 'require("node:http").request({ host: "127.0.0.1", port: new URL(process.argv[1]).port, method: "CONNECT",
  path: "www.youtube.com:443" }).on("connect", answer => console.log("ERROR: [youtube] x: " + answer.statusCode)).end()' "$proxy"
exit 1`
    expect(await inspectYtDlp(await written('reaching', script), PATH)).toMatchObject({
      accepted: true,
      asked: ['www.youtube.com:443'],
      said: 'ERROR: [youtube] x: 403',
    })
  })

  it('that rejects an option or cannot be started is reported', async () => {
    const choosy = 'case $2 in --version) echo 1 ;; --help) ;; *) echo "error: no such option" >&2; exit 2 ;; esac'
    const found = await inspectYtDlp(await written('choosy', choosy), PATH)
    expect(found).toMatchObject({ version: '1', accepted: false, said: 'error: no such option' })
    expect(found.unlisted).toContain('--progress-template')
    expect(await inspectYtDlp(join(folder, 'missing'), PATH)).toMatchObject({ version: undefined, accepted: false })
    expect(await inspectYtDlp('/bin/false', PATH)).toMatchObject({ version: undefined, accepted: false })
  })
})
