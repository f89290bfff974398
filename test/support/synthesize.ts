import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { synthesize } from '../../local/cloud/synthesize.ts'
import { exampleSettings } from './example-settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the synthesized application, with the bundles and the page that would be deployed. */
    assembly: string
    /** The same with YouTube fetching on. */
    fetchingAssembly: string
    /** Bundles and page, for stories that synthesize their own assembly. */
    bundles: string
    page: string
  }
}

const ROOT = join(import.meta.dirname, '../..')
const STORIES = { DEPLOYMENT: 'local', TEST_PAY: 'on' }

/** Synthesizes the application once for all stories, as `npm start` does, and its variant beside it. */
export default async function setup(project: TestProject): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-assemblies-'))
  const place = (name: string) => join(folder, name)
  // Loading CDK takes a second, so it overlaps with the other process's synthesis.
  const [{ createApp }, { readConfig }] = await Promise.all([
    import('../../lib/app.ts'),
    import('../../lib/config.ts'),
    synthesize(ROOT, place('standard'), { ...STORIES, BUILD_DIR: place('build') }),
  ])
  const [bundles, page] = [place('build/lambdas'), place('build/web')]
  const config = readConfig({ ...exampleSettings(), ...STORIES, YOUTUBE_FETCH: 'on' })
  createApp({ config, bundles, page, outdir: place('fetching'), validation: false }).app.synth()
  project.provide('fetchingAssembly', place('fetching'))

  project.provide('assembly', place('standard'))
  project.provide('bundles', bundles)
  project.provide('page', page)
}
