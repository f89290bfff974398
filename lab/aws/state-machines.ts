import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import * as z from 'zod'
import { type CheckedTemplate, resolveDefinitions } from './templates.ts'

type Answer = object | number | { error: string } | { token: string }
interface Path {
  title: string
  machine: 'Video' | 'Closing'
  answers: Record<string, Answer[]>
  input?: object
  status: 'SUCCEEDED' | 'FAILED'
  /** States in the order in which they are entered; those of the map at the end. */
  states: string[]
}

const VIDEO = { uid: 'u', key: '20260314140926', type: 'video' }
const TRANSCRIBED = {
  'transcription-start-transcription': [{ status: 'IN_PROGRESS', waitSeconds: 60 }],
  'transcription-check-transcription': [{ token: 'COMPLETED' }],
  'transcription-read-transcript': [{ batches: [0, 1] }],
}
const FIRST = ['SendReceivedEmail', 'WhichSource', 'Settle']
const HEARD = [...FIRST, 'StartTranscription', 'IsTranscribed', 'CheckTranscription', 'IsTranscribed', 'ReadTranscript']
const TRANSLATED = [...HEARD, 'WriteBrief', 'Translate', 'TranslateBatch', 'TranslateBatch']
const DELIVERED = [...TRANSLATED, 'CheckMeaning', 'WriteSubtitle', 'SendDoneEmail', 'Done']
const REFUNDED = ['Refund', 'SendFailedEmail', 'Failed']

/** Paths through both machines: what the functions return, and the states that must follow. */
const PATHS: Path[] = [
  { title: 'a video is delivered', machine: 'Video', answers: TRANSCRIBED, status: 'SUCCEEDED', states: DELIVERED },
  {
    title: 'a link is fetched first',
    machine: 'Video',
    answers: TRANSCRIBED,
    input: { ...VIDEO, type: 'youtube' },
    status: 'SUCCEEDED',
    states: ['SendReceivedEmail', 'WhichSource', 'FetchSource', ...DELIVERED.slice(2)],
  },
  {
    title: 'a transcription whose event is lost is checked again',
    machine: 'Video',
    answers: {
      ...TRANSCRIBED,
      'transcription-start-transcription': [{ status: 'IN_PROGRESS', waitSeconds: 1 }],
      'transcription-check-transcription': [{}, { token: 'COMPLETED' }],
    },
    status: 'SUCCEEDED',
    // moto ignores a Catch that leads to its own state and follows Next, which here leads to the same state.
    states: [...HEARD.slice(0, 7), ...DELIVERED.slice(5)],
  },
  {
    title: 'a file without sound is refunded',
    machine: 'Video',
    answers: { 'source-settle': [{ error: 'NO_AUDIO' }] },
    status: 'FAILED',
    states: [...FIRST, ...REFUNDED],
  },
  {
    title: 'a batch that fails for good is refunded',
    machine: 'Video',
    answers: { ...TRANSCRIBED, 'translation-translate-batch': [{ error: 'INTERNAL_DEFECT' }] },
    status: 'FAILED',
    states: [...TRANSLATED, ...REFUNDED],
  },
  {
    title: 'a refused email, a missing brief and a failed check of the meaning fail nothing',
    machine: 'Video',
    answers: {
      ...TRANSCRIBED,
      'email-notify': [{ error: 'MessageRejected' }],
      'translation-write-brief': [{ error: 'INTERNAL_DEFECT' }],
      'translation-check-meaning': [{ error: 'INTERNAL_DEFECT' }],
    },
    status: 'SUCCEEDED',
    states: DELIVERED,
  },
  {
    title: 'a throttled step is repeated',
    machine: 'Video',
    answers: { ...TRANSCRIBED, 'source-settle': [...Array(3).fill({ error: 'Lambda.TooManyRequestsException' }), {}] },
    status: 'SUCCEEDED',
    states: DELIVERED,
  },
  {
    title: 'a refund that fails at first is repeated',
    machine: 'Closing',
    answers: { 'closing-refund': [{ error: 'INTERNAL_DEFECT' }, {}] },
    status: 'SUCCEEDED',
    states: ['Refund', 'SendFailedEmail', 'Done'],
  },
]

const outcome = z.array(z.object({ status: z.string(), states: z.array(z.string()) }))

/** Runs every path in moto's interpreter, and returns those that went another way. */
export function walkStateMachines(python: string, template: CheckedTemplate): { walked: number; faults: string[] } {
  const definitions = Object.entries(resolveDefinitions(template))
  const cases = PATHS.map(({ machine, answers, input = VIDEO }) => {
    const [, definition] = definitions.find(([id]) => id.includes(machine)) ?? []
    return { definition, answers, input }
  })
  const options = { input: JSON.stringify(cases), encoding: 'utf8', maxBuffer: 1e8 } as const
  const { stdout, stderr, status } = spawnSync(python, [join(import.meta.dirname, 'state_machines.py')], options)
  if (status !== 0) throw new Error(`moto failed: ${stderr}`)
  const faults = outcome.parse(JSON.parse(stdout)).flatMap((walked, number) => {
    const path = PATHS[number]
    const isRight = walked.status === path?.status && order(walked.states) === order(path.states)
    return isRight ? [] : [`${path?.title}: ${walked.status} by ${walked.states.join(' -> ')}`]
  })
  return { walked: PATHS.length, faults }
}

/** A failing batch may end the map before another one begins. */
function order(states: readonly string[]): string {
  return states.filter((state, at) => state !== 'TranslateBatch' || states[at - 1] !== state).join(' -> ')
}
