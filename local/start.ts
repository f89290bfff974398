import { join } from 'node:path'
import * as z from 'zod'
import { removeCloudFile, writeCloudFile } from './cloud/file.ts'
import { DataInUseError, PortTakenError, startCloud } from './cloud.ts'
import { readSettings } from './template/settings.ts'
import { SynthesisError, synthesize } from './template/synthesize.ts'

const DEFAULT_PORT = 4280

/** Synthesizes, starts and stays until it is told to end. Gives the exit code. */
export async function startLocal(machine: Record<string, string | undefined>): Promise<number> {
  const root = join(import.meta.dirname, '..')
  const folder = machine.JAMAK_DATA || join(root, '.jamak')
  try {
    const port = readPort(machine.PORT)
    const settings = await readSettings(root, machine)
    const assembly = join(folder, 'cdk.out')
    await synthesize(root, assembly, settings)
    const cloud = await startCloud({ assembly, folder, port, env: settings, schedules: true })
    writeCloudFile(folder, cloud)
    const engines = cloud.engines
    console.log(`
자막이 켜졌어요: ${cloud.siteUrl}
  메일함         ${cloud.awsUrl}/mail
  음성 인식      ${engines?.speech ?? ''}
  번역           ${engines?.translation ?? ''}${engines?.reason ? `\n  ${engines.reason}` : ''}
  YouTube        ${cloud.services.youtube?.notice ?? 'YouTube에 직접 물어요.'}
  데이터         ${folder}
  끝내려면 Ctrl+C를 눌러 주세요.
`)
    await toldToEnd()
    removeCloudFile(folder)
    await cloud.stop()
    return 0
  } catch (error) {
    const message = messageOf(error)
    if (message === undefined) throw error
    console.error(message)
    return 1
  }
}

class PortError extends Error {}

/** The port of the site; another one follows it. */
function readPort(text: string | undefined): number {
  const port = z.coerce
    .number()
    .int()
    .min(0)
    .max(65_534)
    .safeParse(text || DEFAULT_PORT)
  if (!port.success) throw new PortError(port.error.message)
  return port.data
}

/** What a person can do about it; undefined where it is our own fault. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof SynthesisError) return `설정이나 코드에 문제가 있어서 시작하지 못했어요.\n${error.message}`
  if (error instanceof PortTakenError)
    return `포트 ${error.port}번을 다른 프로그램이 쓰고 있어요. 다른 번호로 시작해 주세요: PORT=${error.port + 20} npm start`
  if (error instanceof DataInUseError)
    return `${error.folder} 폴더를 이미 켜진 자막이 쓰고 있어요. 그것을 끄거나 다른 폴더로 시작해 주세요: JAMAK_DATA=폴더 npm start`
  if (error instanceof PortError) return 'PORT에는 0부터 65534까지의 숫자를 넣어 주세요.'
  return undefined
}

function toldToEnd(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
