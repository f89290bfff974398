import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Config } from './config.ts'

/** Lambda allows 250 MB unpacked for a function and its layers. */
const MOST_BYTES = 200 * 1024 ** 2
/** `e_machine` of an ELF file for arm64. */
const AARCH64 = 0xb7
const EXECUTABLE = 0o111

/**
 * A layer with the operator's `bin/yt-dlp`, at `/opt/bin/yt-dlp`. Lambda's Node runtime has no Python, so the program must
 * be the stand-alone build for Linux on arm64.
 * @throws Error that says what is missing in the folder.
 */
export function ytDlpLayer(scope: Construct, { deployment, ytDlpLayer: folder }: Config): LayerVersion | undefined {
  if (folder === undefined) return undefined
  const fault = deployment === 'local' ? undefined : findFault(join(folder, 'bin', 'yt-dlp'))
  if (fault) throw new Error(`Faulty settings:\n  YT_DLP_LAYER: ${fault}`)
  return new LayerVersion(scope, 'YtDlp', {
    description: 'yt-dlp',
    code: Code.fromAsset(folder),
    compatibleArchitectures: [Architecture.ARM_64],
    compatibleRuntimes: [Runtime.NODEJS_24_X],
  })
}

function findFault(program: string): string | undefined {
  const stats = statSync(program, { throwIfNoEntry: false })
  if (!stats?.isFile()) return `${program} is missing`
  if (stats.size > MOST_BYTES) return `${program} is larger than a layer may be`
  if ((stats.mode & EXECUTABLE) !== EXECUTABLE) return `${program} is not executable for everybody (chmod 755)`
  return isForArm64(program) ? undefined : `${program} is not the stand-alone program for Linux on arm64`
}

function isForArm64(program: string): boolean {
  const header = Buffer.alloc(20)
  const file = openSync(program, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1')) && header.readUInt16LE(18) === AARCH64
}
