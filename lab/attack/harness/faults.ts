import * as z from 'zod'

/** Faults that can hit one call of a function. */
export const FAULTS = [
  'throttled',
  'fails in passing',
  'fails',
  'fails after its work',
  'times out after its work',
  'killed before a call',
  'killed after a call',
  'answers twice',
  'runs twice at once',
  'stopped meanwhile',
] as const
export type FaultKind = (typeof FAULTS)[number]

/** A fault for calls of one function about one entry. It hits the first calls that match. */
export const fault = z.object({
  function: z.string().default(''),
  /** Fields that the event must have, such as a state's constant parameters. */
  event: z.record(z.string(), z.string()).default({}),
  what: z.enum(FAULTS).default('fails'),
  /** The outgoing call, counted from 1, before or after which the function is killed. */
  call: z.int().default(1),
  /** Number of calls of the function to hit. */
  times: z.int().default(1),
})
export type Fault = z.input<typeof fault>

/** Probability that any call of a function is hit by some fault, and the seed of the draw. */
export const rate = z.object({ rate: z.number(), seed: z.int() })
export type Rate = z.infer<typeof rate>

/** Settings stored beside an altered handler. */
export const handlerSettings = z.object({ name: z.string(), control: z.string() })

/** Files in the control folder, through which a test and the altered handlers communicate; `uid` owns the one video. */
export const CONTROL = {
  rate: 'rate.json',
  /** One byte for each draw of a function's faults. */
  draws: (name: string) => `${name}.draws`,
  /** The pending fault for a user's video. */
  fault: (uid: string) => `${uid}.fault.json`,
  /** One line for each hit. */
  struck: (uid: string) => `${uid}.struck`,
  /**
   * One line for each call of a function about the video: its name, its text fields and the number of its outgoing
   * calls.
   */
  calls: (uid: string) => `${uid}.calls`,
  /** Releases a function that waits to be stopped. */
  go: (uid: string) => `${uid}.go`,
} as const
