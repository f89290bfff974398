import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the synthesized application, with the bundles and the page that would be deployed. */
    assembly: string
  }
}

const ROOT = join(import.meta.dirname, '../..')

/** Synthesizes the application once for all stories, as `npm start` does. */
export default function setup(project: TestProject): () => void {
  const assembly = mkdtempSync(join(tmpdir(), 'jamak-assembly-'))
  execFileSync(process.execPath, [join(ROOT, 'bin/app.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CDK_OUTDIR: assembly, CDK_VALIDATION: 'false', DEPLOYMENT: 'local', TEST_PAY: 'on' },
  })
  project.provide('assembly', assembly)
  return () => rmSync(assembly, { recursive: true, force: true })
}
