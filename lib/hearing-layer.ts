import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Config } from './config.ts'

const ROOT = join(import.meta.dirname, '..')
/** Where `npm run models -- --layer` puts the layer. */
export const HEARING_LAYER = join(ROOT, '.jamak', 'hearing-layer')
/** The module in the layer that `local/ai/recognizer.ts` becomes. */
export const RECOGNIZER = 'recognizer/index.cjs'

/** The recognizer of `HEARING=own`: where the function loads it from, and the layer that contains it. */
export interface HearingLayer {
  path: string
  layer?: LayerVersion
}

/**
 * The layer with our own recognizer and its native code. A laptop has no layers, so there the function loads this
 * project's source.
 * @throws Error that says how to make the layer
 */
export function hearingLayer(
  scope: Construct,
  { deployment, hearingLayer: folder = HEARING_LAYER }: Config,
): HearingLayer {
  if (deployment === 'local') return { path: join(ROOT, 'local', 'ai', 'recognizer.ts') }
  if (!existsSync(join(folder, RECOGNIZER)))
    throw new Error(
      `Faulty settings:\n  HEARING_LAYER: ${folder} has no recognizer; npm run models -- --layer makes it`,
    )
  const layer = new LayerVersion(scope, 'Recognizer', {
    description: 'The speech recognizer of HEARING=own',
    code: Code.fromAsset(folder),
    compatibleArchitectures: [Architecture.ARM_64],
    compatibleRuntimes: [Runtime.NODEJS_24_X],
  })
  return { path: `/opt/${RECOGNIZER}`, layer }
}
