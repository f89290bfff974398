import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FUNCTIONS } from '../../lambdas/contract/functions.ts'
import { createApp } from '../../lib/app.ts'
import { type Config, readConfig } from '../../lib/config.ts'
import { RECOGNIZER } from '../../lib/hearing-layer.ts'
import { exampleSettings } from './example-settings.ts'

type SampleApp = ReturnType<typeof createApp> & { config: Config }

let example: SampleApp | undefined
let hearing: SampleApp | undefined

/**
 * The application with empty handlers and an empty page, which is enough for its templates. Tests only read it: with the example
 * settings it is synthesized once per worker.
 */
export function sampleApp(settings: Record<string, string> = {}): SampleApp {
  if (Object.keys(settings).length > 0) return freshApp(settings)
  example ??= freshApp()
  return example
}

/** The same with every function, including those of `HEARING=own`. */
export function fullApp(): SampleApp {
  hearing ??= freshApp(ownHearing())
  return hearing
}

/** Settings of a deployment with `HEARING=own`. Its layer contains only the file whose existence is checked. */
export function ownHearing(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-hearing-layer-'))
  mkdirSync(join(folder, dirname(RECOGNIZER)))
  writeFileSync(join(folder, RECOGNIZER), '')
  return { HEARING: 'own', HEARING_LAYER: folder }
}

/**
 * The same, for tests that change the application before it is synthesized. CDK's validation is left to `test/lib/nag.test.ts`:
 * loading its rules takes each worker five seconds of CPU.
 */
export function freshApp(settings: Record<string, string> = {}, validation = false): SampleApp {
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
    validation,
  })
  return { ...app, config }
}
