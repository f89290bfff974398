import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** When a process is killed: at its n-th outgoing call, before the call is made or after it took effect. */
export interface Death {
  call: number
  phase: 'before' | 'after'
}

class Killed extends Error {}

/** A process that is killed at one point; from then on none of its calls are delivered. */
export interface Mortal {
  /** Makes an outgoing call, named by its kind, unless the process has been killed. */
  through<Result>(kind: string, effect: () => Promise<Result>): Promise<Result>
  isDead(): boolean
  /** Calls that took effect, in order. */
  kinds: string[]
}

export function mortal({ call: last, phase }: Death): Mortal {
  let calls = 0
  const kinds: string[] = []
  return {
    async through(kind, effect) {
      calls += 1
      if (calls > last || (calls === last && phase === 'before')) throw new Killed()
      kinds.push(kind)
      const result = await effect()
      if (calls === last) throw new Killed()
      return result
    },
    isDead: () => calls >= last,
    kinds,
  }
}

/** The tables' client in a process that will be killed. */
export function mortalClient(client: DynamoDBDocumentClient, { through }: Mortal): DynamoDBDocumentClient {
  return new Proxy(client, {
    get: (target, name) =>
      name === 'send'
        ? (command: Parameters<typeof target.send>[0]) => through(command.constructor.name, () => target.send(command))
        : Reflect.get(target, name),
  })
}

/** Kills the work at every point in turn until it finishes first; returns the number of points. */
export async function everyDeath(survives: (death: Death) => Promise<boolean>): Promise<number> {
  let points = 0
  for (const phase of ['before', 'after'] as const)
    for (let call = 1; await survives({ call, phase }); call += 1) points += 1
  return points
}
