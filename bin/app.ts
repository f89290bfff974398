import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../lib/app.ts'
import { readConfig } from '../lib/config.ts'
import { build } from './build.ts'

// The entry of `cdk synth` and `cdk deploy`: settings -> bundles -> stacks. The cloud assembly contains copies of the
// build. BUILD_DIR is a folder in which the build is kept, or found if it exists, so that other assemblies can reuse it;
// BUILD_CACHE is a folder of earlier builds, which a deployment does not use.
const root = join(import.meta.dirname, '..')
process.loadEnvFile(join(root, existsSync(join(root, '.env')) ? '.env' : '.env.example'))
const keptBuild = process.env.BUILD_DIR
const built = keptBuild ?? mkdtempSync(join(tmpdir(), 'jamak-build-'))

// The process that waits for the assembly has ended.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

try {
  const config = readConfig(process.env)
  if (!existsSync(join(built, 'web'))) await build(built, process.env.BUILD_CACHE)
  createApp({
    config,
    bundles: join(built, 'lambdas'),
    page: join(built, 'web'),
    outdir: process.env.CDK_OUTDIR,
  }).app.synth()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  if (!keptBuild) rmSync(built, { recursive: true, force: true })
}
