import { homedir, totalmem } from 'node:os'
import { join } from 'node:path'
import { chooseEngines, type Engines } from '../engines/index.ts'
import type { CloudOptions } from './options.ts'

/** The engines that were handed in, else the best that this machine can run. */
export async function enginesFor(
  options: CloudOptions,
  log: (line: string) => void,
): Promise<Partial<Engines> & Pick<Engines, 'speech' | 'translation'>> {
  if (options.engines) return options.engines
  return chooseEngines({
    modelsDir: join(homedir(), '.cache', 'jamak', 'models'),
    env: options.env,
    download: options.env.MODELS_DOWNLOAD !== 'off',
    fetch,
    log,
    memoryBytes: totalmem(),
  })
}
