import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FUNCTIONS } from '../../lambdas/contract/functions.ts'
import { createApp } from '../../lib/app.ts'
import { type Config, readConfig } from '../../lib/config.ts'
import { exampleSettings } from './example-settings.ts'

/** The application with empty handlers and an empty page, enough for its templates. */
export function sampleApp(settings: Record<string, string> = {}): ReturnType<typeof createApp> & { config: Config } {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-synth-'))
  for (const name of Object.keys(FUNCTIONS)) {
    mkdirSync(join(folder, 'bundles', name), { recursive: true })
    writeFileSync(join(folder, 'bundles', name, 'index.cjs'), 'exports.handler = async () => ({})')
  }
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html><title>Jamak</title>')
  writeFileSync(join(folder, 'page', 'assets', 'main.js'), '')
  const config = readConfig({ ...exampleSettings(), ...settings })
  const app = createApp({
    config,
    bundles: join(folder, 'bundles'),
    page: join(folder, 'page'),
    outdir: join(folder, 'cdk.out'),
  })
  return { ...app, config }
}
