import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'
import { signInOverHttp } from '#local-aws/cognito/sign-in-flow.ts'
import { siteConfig } from '../../lambdas/contract/site-config.ts'
import type { Cloud } from '../../local/cloud/options.ts'

/**
 * The stage at which work hangs: in an engine, while a subtitle is stored, or while an email is sent. With `uploaded` nothing
 * hangs, but events of new objects are lost. With an empty name everything runs.
 */
export type Held = '' | 'uploaded' | 'listening' | 'translating' | 'writing' | 'telling'

/** The application of `killable-cloud.ts`, running in another process. */
export interface Killable extends Pick<Cloud, 'siteUrl' | 'signIn'> {
  /** From now on, work hangs at this stage. */
  hold(stage: Held): Promise<void>
  /** Resolves when work hangs at the stage. */
  hung(stage: Held): Promise<void>
  /** Kills the process as `kill -9` does. */
  kill(): Promise<void>
}

const ready = z.object({ siteUrl: z.string() })

/** Starts an assembly's application on the data in a folder; `held` is the stage at which work stops from the start. */
export async function startKillable(assembly: string, folder: string, held: Held = ''): Promise<Killable> {
  const file = join(import.meta.dirname, 'killable-cloud.ts')
  const child = fork(file, [assembly, folder, held], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const mailbox = openMailbox(child)
  const { siteUrl } = ready.parse(await mailbox(message => typeof message === 'object'))
  return {
    siteUrl,
    async signIn(person) {
      const config = siteConfig.parse(await (await fetch(new URL('/config.json', siteUrl))).json())
      const { signInDomain: issuer, userPoolClientId: clientId } = config
      const page = { issuer, clientId, callbackUrl: `${siteUrl}/signed-in`, scopes: ['openid', 'email', 'profile'] }
      return signInOverHttp(page, person)
    },
    async hold(stage) {
      const held = mailbox(message => message === 'held')
      child.send(stage)
      await held
    },
    async hung(stage) {
      await mailbox(message => message === `hung ${stage}`)
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Resolves to the first matching message, including earlier ones; rejects if the child exits. */
function openMailbox(child: ChildProcess) {
  const kept: unknown[] = []
  const waiting: { fits: (message: unknown) => boolean; resolve(message: unknown): void; reject(why: Error): void }[] =
    []
  child.on('message', message => {
    const index = waiting.findIndex(one => one.fits(message))
    if (index < 0) kept.push(message)
    else waiting.splice(index, 1)[0]?.resolve(message)
  })
  child.on('exit', code => {
    for (const { reject } of waiting) reject(new Error(`The application ended with ${code}.`))
  })
  return (fits: (message: unknown) => boolean): Promise<unknown> => {
    const index = kept.findIndex(fits)
    if (index >= 0) return Promise.resolve(kept.splice(index, 1)[0])
    return new Promise((resolve, reject) => waiting.push({ fits, resolve, reject }))
  }
}
