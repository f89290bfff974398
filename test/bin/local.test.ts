import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'

const COMMAND = join(import.meta.dirname, '../../bin/local.ts')
/** The first start in a checkout also builds the functions and the page. */
const STARTS_WITHIN_MS = 180_000
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it(
  'npm start says after Ctrl+C that the service has stopped and where the data is, and exits with 0',
  async () => {
    const env = { ...process.env, PORT: '0', JAMAK_DATA: folder, MODELS_DIR: folder, MODELS_DOWNLOAD: 'off' }
    const service = spawn(process.execPath, [COMMAND], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void service.kill('SIGKILL'))
    let out = ''
    let error = ''
    service.stderr.setEncoding('utf8').on('data', (text: string) => {
      error += text
    })
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      const wasRunning = out.includes('Press Ctrl+C')
      out += text
      if (!wasRunning && out.includes('Press Ctrl+C')) service.kill('SIGINT')
    })
    const code = await new Promise(resolve => service.once('close', resolve))
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out).toContain('Jamak is running: http')
    expect(out).not.toContain('The sweep failed')
    expect(out).toMatch(/^Stopping\.\.\.$/m)
    expect(out.trimEnd().split('\n').at(-1)).toBe(`Jamak has stopped. Its data remains in ${folder}.`)
  },
  STARTS_WITHIN_MS,
)
