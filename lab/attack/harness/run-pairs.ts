import type { Chance } from './chance.ts'
import { type CountedCalls, callsAbout, type Played, playPair } from './play-pairs.ts'
import type { AttackedService } from './service.ts'
import { type Pair, pairsOf, type State, statesOf } from './states.ts'

/** Outcomes of all pairs of state and fault. */
export interface PairsResult {
  line: string
  /** Pairs that were not run, with the reason. */
  uncovered: string
  faults: string[]
}

/** Concurrent videos. */
const AT_ONCE = 6
/** Videos that may be sent again because the service was unreachable. */
const MOST_RETRIES = 30
/** Videos per pair: on a busy machine one may end before it can be stopped. */
const MOST_TRIES = 3
const KILLS = new Set(['killed before a call', 'killed after a call'])

/** Runs every pair of state and fault, with kills at the state's first call, its last, and one in between. */
export async function runPairs(
  service: AttackedService,
  assembly: string,
  chance: Chance,
  say: (line: string) => void,
): Promise<PairsResult> {
  const { pairs: wanted, uncovered } = pairsOf(await statesOf(assembly))
  const counts = await callsOfStates(service, wanted)
  const callsIn = (pair: Pair): number => counts.get(nameOf(pair.state)) ?? 0
  const isPlayable = (pair: Pair): boolean => !KILLS.has(pair.what) || callsIn(pair) > 0
  const pairs = wanted.filter(isPlayable)
  for (const pair of wanted)
    if (!isPlayable(pair)) uncovered.push({ pair, reason: 'its function calls nothing outside for this video' })
  const played: Played[] = []
  const left = chance.shuffled(
    pairs.flatMap(pair =>
      (KILLS.has(pair.what) ? deathsOf(callsIn(pair), chance) : [1]).map(call => ({
        pair,
        call,
        tries: 1,
      })),
    ),
  )
  const total = left.length
  const retries: string[] = []
  const play = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const outcome = await playPair(service, next.pair, next.call).catch((error: unknown) => String(error))
      if (typeof outcome !== 'string') {
        if (outcome.struck || outcome.broken.length > 0 || next.tries >= MOST_TRIES) played.push(outcome)
        else left.unshift({ ...next, call: lastCallOf(service, outcome), tries: next.tries + 1 })
      }
      // On a machine that is too busy, a sign-in can fail, which does not count against the pair.
      else if (retries.push(outcome) < MOST_RETRIES) left.unshift(next)
      else throw new Error(`pairs cannot be played: ${outcome}`)
      if (played.length % 25 === 0) say(`${played.length} of ${total} pairs`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, play))
  await service.comeToRest()
  const { broken, emails } = await service.broken()
  const missed = played.filter(({ struck }) => !struck)
  const faults = [
    ...played.flatMap(({ pair, call, broken: own }) => own.map(line => `${wordsOf(pair)}, call ${call}: ${line}`)),
    ...missed.map(({ pair, call }) => `${wordsOf(pair)}, call ${call}: the fault hit no call`),
    ...broken,
  ]
  const line =
    `${played.length} videos for ${pairs.length} pairs of ${new Set(pairs.map(({ state }) => nameOf(state))).size} states and 10 faults; ` +
    `emails ${emails.owed} owed, ${emails.lost.length} lost, ${emails.twice} twice; sent again ${retries.length}`
  return { line, uncovered: uncoveredText(uncovered), faults }
}

const nameOf = ({ machine, name }: State): string => `${machine}.${name}`
const wordsOf = ({ state, what }: Pair): string => `${nameOf(state)} × ${what}`

/** The first call, the last, and one in between. */
function deathsOf(calls: number, chance: Chance): number[] {
  return [...new Set([1, 1 + chance.below(calls), calls])]
}

/**
 * The call at which a pair is tried again: no later than the function's last call in this try. It may make fewer calls
 * than were counted, for example because a job ends later.
 */
function lastCallOf({ control }: AttackedService, { uid, pair: { state }, call }: Played): number {
  const made = callsOf(control, uid, state).map(each => each.made)
  return Math.max(1, Math.min(call, ...made))
}

function callsOf(control: string, uid: string, state: State): CountedCalls[] {
  return callsAbout(control, uid).filter(call => call.name === state.function && fits(call.event, state))
}

/** Counts each state's outgoing calls, possibly 0, in a run that succeeds, by observing one video per state. */
async function callsOfStates(service: AttackedService, pairs: readonly Pair[]): Promise<Map<string, number>> {
  const states = new Map(pairs.map(({ state }) => [nameOf(state), state]))
  const counts = new Map<string, number>()
  await Promise.all(
    [...states].map(async ([name, state]) => {
      let own: CountedCalls[] = []
      for (let tries = 0; own.length === 0 && tries < MOST_TRIES; tries += 1) {
        // Every path survives this fault, so the video passes the state.
        const played = await playPair(service, { state, what: 'answers twice' }).catch(() => undefined)
        if (!played) continue
        own = callsOf(service.control, played.uid, state)
      }
      // The work was done twice. A state that was never reached is tried at its first call, and reported if the fault
      // hits no call.
      const made = own.length === 0 ? 1 : Math.max(...own.map(call => Math.ceil(call.made / 2)))
      counts.set(name, made)
    }),
  )
  return counts
}

function fits(event: Record<string, string>, state: State): boolean {
  return Object.entries(state.event).every(([field, text]) => event[field] === text)
}

function uncoveredText(uncovered: readonly { pair: Pair; reason: string }[]): string {
  const reasons = new Map<string, string[]>()
  for (const { pair, reason } of uncovered)
    reasons.set(`${nameOf(pair.state)}: ${reason}`, [
      ...(reasons.get(`${nameOf(pair.state)}: ${reason}`) ?? []),
      pair.what,
    ])
  const lines = [...reasons].map(([words, faults]) => `  ${words} (${faults.length} faults)`)
  return [`not covered: ${uncovered.length} pairs`, ...lines].join('\n')
}
