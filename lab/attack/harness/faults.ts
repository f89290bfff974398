import * as z from 'zod'

/** What may happen to one call of a function. */
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

/** A fault for the call of a function about one entry; it strikes the first calls that fit. */
export const fault = z.object({
  function: z.string().default(''),
  /** Fields that the event must have: a state's constant parameters. */
  event: z.record(z.string(), z.string()).default({}),
  what: z.enum(FAULTS).default('fails'),
  /** The call to the world outside, counted from 1, before or after which the function is killed. */
  call: z.int().default(1),
  /** Counts only calls to this service, as its signature names it: `ses`. */
  service: z.string().optional(),
  /** Calls of the function that it strikes. */
  times: z.int().default(1),
})
export type Fault = z.input<typeof fault>

/** Probability with which any call of a function meets any fault, and the seed by which it is drawn. */
export const rate = z.object({ rate: z.number(), seed: z.int() })
export type Rate = z.infer<typeof rate>

/** What stands beside an altered handler. */
export const handlerSettings = z.object({ name: z.string(), control: z.string() })

/** Files of the control folder, by which a test and the altered handlers talk; `uid` is the owner of the one video. */
export const CONTROL = {
  rate: 'rate.json',
  /** One byte for each draw of a function's faults. */
  draws: (name: string) => `${name}.draws`,
  /** The fault that waits for a person's video. */
  fault: (uid: string) => `${uid}.fault.json`,
  /** One line for each time that it struck. */
  struck: (uid: string) => `${uid}.struck`,
  /** One line for each call of a function about the video: its name, its texts, and how often it called the world. */
  calls: (uid: string) => `${uid}.calls`,
  /** Lets a function go on that waits to be stopped. */
  go: (uid: string) => `${uid}.go`,
} as const
