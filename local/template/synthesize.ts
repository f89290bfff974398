import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A synthesis that failed; its output says why. */
export class SynthesisError extends Error {
  readonly code = 'SYNTHESIS_FAILED'
}

/**
 * Synthesizes the application into a folder, in a process of its own (it takes 400 MB that nobody needs afterwards).
 * CDK's own validation is the tests' business: it takes longer than the synthesis.
 */
export async function synthesize(
  root: string,
  outDir: string,
  settings: Record<string, string | undefined>,
): Promise<void> {
  const environment = { ...process.env, ...settings, CDK_OUTDIR: outDir, CDK_VALIDATION: 'false' }
  const child = spawn(process.execPath, [join(root, 'bin', 'app.ts')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new SynthesisError(output.trim())
}
