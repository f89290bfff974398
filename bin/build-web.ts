import { join } from 'node:path'
import { buildWeb } from '../web/build/build.ts'

export { buildWeb }

if (import.meta.main) {
  const outDir = join(import.meta.dirname, '..', 'dist', 'web')
  const started = performance.now()
  await buildWeb(outDir)
  console.log(`${outDir} in ${Math.round(performance.now() - started)} ms`)
}
