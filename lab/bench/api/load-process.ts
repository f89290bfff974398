import { Agent, request } from 'node:http'
import type { Answers, Load, Shot } from './load.ts'

/** Sends loads from its own process, as browsers would, so that its CPU does not compete with the cloud's thread. */
process.on('message', async (load: Load) => process.send?.(await sent(load)))

async function sent({ shots, atOnce, once, ms }: Load): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const waits: number[] = []
  const statuses: Record<string, number> = {}
  const began = performance.now()
  let next = 0
  const isOver = () => (once ? next >= shots.length : next >= atOnce && performance.now() - began >= ms)
  const work = async (): Promise<void> => {
    while (!isOver()) {
      const shot = shots[next % shots.length]
      next += 1
      if (!shot) return
      const at = performance.now()
      const status = await answerOf(shot, agent)
      waits.push(performance.now() - at)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { waits, statuses, seconds }
}

function answerOf({ url, method, headers, body }: Shot, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
