import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STATES } from '../../lambdas/contract/workflow.ts'
import type { SpeechEngine } from '../../local/engines/engine.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { closed, media, submit } from '../support/journey.ts'
import { type Shared, setUpStory, shareStory } from '../support/running.ts'

/** Requests of the functions to Amazon Transcribe in this test, by action. */
const calls: string[] = []
const count = (operation: string) => calls.filter(action => action === `transcribe:${operation}`).length
beforeEach(() => void calls.splice(0))

/** An engine that starts to work after the job was checked once and `ms` have passed. */
function slowEngines(ms: number) {
  const { speech, translation } = recordedEngines('hello')
  const slow: SpeechEngine = {
    async transcribe(...job) {
      await eventually(() => expect(count('GetTranscriptionJob')).toBeGreaterThan(0))
      await new Promise(resolve => setTimeout(resolve, ms))
      return speech.transcribe(...job)
    },
  }
  return { speech: slow, translation }
}

const onAccess = (_: string, { action }: { action: string }) => void calls.push(action)

/** Submits the sample and returns its entry and the states of its execution, in order, once it is closed. */
async function transcribed(story: Pick<Shared, 'cloud' | 'person'>, name: string) {
  const api = await story.person(name)
  const { uid, key } = await submit(api, await media('../../../local/sample/hello.mp4'), { durationSeconds: 60 })
  const entry = await closed(api, key)
  const execution = story.cloud.executions().find(one => one.name.endsWith(`${uid}-${key}`))
  const entered = execution?.history().filter(({ type }) => type.endsWith('StateEntered')) ?? []
  return { entry, states: entered.map(({ state }) => state) }
}

const FINISHED = { status: 'done', used_token: 4 }

describe('with the waits of AWS', async () => {
  const story = await setUpStory({ waitScale: 1, engines: slowEngines(5000), onAccess })

  it('a transcription of five seconds is announced by its event and takes two checks', async () => {
    const { entry, states } = await transcribed(story, 'minji')
    expect(entry).toMatchObject(FINISHED)
    expect([count('StartTranscriptionJob'), count('GetTranscriptionJob')]).toEqual([1, 2])
    const from = states.indexOf(STATES.startTranscription)
    expect(states.slice(from, states.indexOf(STATES.readTranscript))).toEqual([
      STATES.startTranscription,
      STATES.isTranscribed,
      STATES.checkTranscription,
      STATES.isTranscribed,
      STATES.checkTranscription,
      STATES.isTranscribed,
    ])
  })
})

describe('with shortened waits', async () => {
  const story = await shareStory(slowEngines(0))
  const { transcribe } = story.cloud.services
  const { handle } = transcribe
  beforeAll(() => {
    transcribe.handle = request => {
      calls.push(`transcribe:${request.operation}`)
      return handle(request)
    }
  })
  afterAll(() => {
    transcribe.handle = handle
  })

  it('a lost event delays a video until the next check', async () => {
    transcribe.deliverNextEvent(0)
    const { entry } = await transcribed(story, 'lost-event')
    expect(entry).toMatchObject(FINISHED)
    expect(count('StartTranscriptionJob')).toBe(1)
  })

  it('a repeated event changes nothing', async () => {
    transcribe.deliverNextEvent(3)
    const { entry } = await transcribed(story, 'repeated-event')
    expect(entry).toMatchObject(FINISHED)
    expect(count('StartTranscriptionJob')).toBe(1)
    await eventually(() => expect(story.cloud.executions().filter(({ status }) => status === 'RUNNING')).toEqual([]))
  })

  it('an event of a job that another application started is ignored', async () => {
    const resume = (TranscriptionJobName: string) =>
      story.cloud.invoke('WorkflowResumeTranscription', { detail: { TranscriptionJobName } })
    expect(await resume('meeting-7')).toEqual({ resumed: false })
    expect(await resume('somebody-20260101120000')).toEqual({ resumed: false })
  })
})
