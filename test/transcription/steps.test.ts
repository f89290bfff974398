import { TranscribeClient } from '@aws-sdk/client-transcribe'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AwsRequest, type AwsResponse, jsonError, jsonResponse } from '#local-aws/aws/service.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { batchFile } from '../../lambdas/contract/batch.ts'
import { scriptKey, sentenceFile, workKey } from '../../lambdas/contract/media-objects.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { changeGlossary } from '../../lambdas/records/glossary.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { batchingFor } from '../../lambdas/transcription/batches.ts'
import { type ReadDeps, readTranscript } from '../../lambdas/transcription/read-transcript.ts'
import {
  checkTranscription,
  startTranscription,
  type TranscriptionDeps,
} from '../../lambdas/transcription/transcription.ts'
import { FAILURE_REASONS } from '../../local/ai/transcribe/job-runner.ts'
import { setUpBucket } from '../support/bucket.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let deps: TranscriptionDeps & ReadDeps
let entry: ArchiveEntry
/** Bodies of the StartTranscriptionJob calls. */
let started: Record<string, unknown>[]
/** Responses of GetTranscriptionJob by job name. */
let jobs: Map<string, Record<string, unknown>>
let startAnswer: AwsResponse

beforeEach(async () => {
  started = []
  jobs = new Map()
  startAnswer = jsonResponse({ TranscriptionJob: { TranscriptionJobStatus: 'IN_PROGRESS' } })
  const transcribe = new TranscribeClient(sdkSettings({ accessOf: () => [], handle: async request => answer(request) }))
  deps = {
    tables: test.tables,
    media: bucket.media,
    transcribe,
    roleArn: 'arn:aws:iam::000000000000:role/transcribe',
    hearing: 'transcribe',
    batching: batchingFor('none'),
    now: () => NOW,
  }
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid, { durationSeconds: 600 })
  await moveEntry(test.tables, entry, { from: ['uploading'], to: 'listening', at: AT })
})

function answer({ operation, body }: AwsRequest): AwsResponse {
  const input = JSON.parse(body.toString())
  if (operation === 'StartTranscriptionJob') {
    started.push(input)
    return startAnswer
  }
  const job = jobs.get(input.TranscriptionJobName)
  if (!job) return jsonError(400, 'BadRequestException', "The requested job couldn't be found. Check the job name.")
  return jsonResponse({ TranscriptionJob: { TranscriptionJobName: input.TranscriptionJobName, ...job } })
}

const name = (suffix = '') => `${entry.uid}-${entry.key}${suffix}`
const at = (object: Parameters<typeof workKey>[2]) => workKey(entry.uid, entry.key, object)
const batchOf = async (batch: number) => batchFile.parse(await bucket.json(at(`batches/${batch}.json`)))
const status = async () => (await readEntry(test.tables, entry))?.status
const done = () => {
  const certificate = { cues: 1, kept: 1, flags: {}, source: 'recognition' as const, rehearsal: false }
  return deliver(test.tables, entry, { srt_title: 'a.srt', certificate, first_cues: ['안녕하세요'], at: AT })
}

const HI = { text: 'Hi', startMs: 0, endMs: 900, confidence: 1, after: '.' }

describe('starting the transcription', () => {
  it('has Amazon read the copy, identify the language, label up to 30 speakers, write beside it and queue the job', async () => {
    expect(await startTranscription(deps, entry)).toEqual({ status: 'IN_PROGRESS', waitSeconds: 210 })
    expect(started).toEqual([
      {
        TranscriptionJobName: name(),
        Media: { MediaFileUri: `s3://media/${at('sound.mp4')}` },
        OutputBucketName: 'media',
        OutputKey: at('transcript.json'),
        Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 30 },
        JobExecutionSettings: { AllowDeferredExecution: true, DataAccessRoleArn: deps.roleArn },
        IdentifyLanguage: true,
        LanguageOptions: expect.arrayContaining(['en-US', 'ko-KR']),
      },
    ])
  })

  it('declares no media format, since the format detected for fragmented files is undocumented', async () => {
    await startTranscription(deps, entry)
    expect(started[0]).not.toHaveProperty('MediaFormat')
  })

  it('offers Amazon no more than the five languages that it recommends', async () => {
    await startTranscription(deps, entry)
    expect(started[0]?.LanguageOptions).toHaveLength(5)
  })

  it('transcribes a clip under 30 seconds as English at once', async () => {
    entry = await heldEntry(test.tables, entry.uid, { durationSeconds: 29 })
    expect(await startTranscription(deps, entry)).toEqual({ status: 'IN_PROGRESS', waitSeconds: 68 })
    expect(started).toMatchObject([{ TranscriptionJobName: name('-english'), LanguageCode: 'en-US' }])
    expect(started[0]).not.toHaveProperty('IdentifyLanguage')
    jobs.set(name('-english'), { TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' })
    expect(await checkTranscription(deps, entry)).toBe('COMPLETED')
    expect(started).toHaveLength(1)
  })

  it('treats an existing job of the same name as its own when the step runs again', async () => {
    startAnswer = jsonError(400, 'ConflictException', 'The requested job name already exists.')
    expect(await startTranscription(deps, entry)).toMatchObject({ status: 'IN_PROGRESS' })
  })

  it.each(['LimitExceededException', 'ThrottlingException', 'InternalFailureException'])(
    'throws %s under its own name, so that the step is retried',
    async error => {
      startAnswer = jsonError(error.startsWith('Internal') ? 500 : 400, error, 'later')
      await expect(startTranscription(deps, entry)).rejects.toMatchObject({ name: error })
    },
  )

  it('uses hand-written captions instead of a job', async () => {
    entry = await heldEntry(test.tables, entry.uid, {
      type: 'youtube',
      url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      captions: true,
    })
    await bucket.put(
      at('captions.json'),
      JSON.stringify({ language: 'en', transcript: { words: [HI], durationMs: 900, dropped: [] } }),
    )
    expect(await startTranscription(deps, entry)).toEqual({ status: 'COMPLETED', waitSeconds: 0 })
    expect(started).toEqual([])
    expect(await bucket.json(at('transcript.json'))).toMatchObject({ captions: true, results: { language_code: 'en' } })
  })

  it('starts a job when the captions contain no speech', async () => {
    entry = await heldEntry(test.tables, entry.uid, {
      type: 'youtube',
      url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      captions: true,
    })
    await bucket.put(
      at('captions.json'),
      JSON.stringify({ language: 'en', transcript: { words: [], durationMs: 900, dropped: [] } }),
    )
    expect(await startTranscription(deps, entry)).toMatchObject({ status: 'IN_PROGRESS' })
  })

  it('starts nothing for a delivered entry and aborts for a refunded one', async () => {
    await done()
    expect(await startTranscription(deps, entry)).toMatchObject({ status: 'COMPLETED' })
    expect(started).toEqual([])
    entry = await heldEntry(test.tables, entry.uid)
    await refund(test.tables, entry, { failure: 'TIMED_OUT', at: AT })
    await expect(startTranscription(deps, entry)).rejects.toMatchObject({ name: 'ABORTED' })
  })
})

describe('checking the transcription', () => {
  it.each(['QUEUED', 'IN_PROGRESS'])('waits again while the job is %s', async TranscriptionJobStatus => {
    jobs.set(name(), { TranscriptionJobStatus })
    expect(await checkTranscription(deps, entry)).toBe('IN_PROGRESS')
  })

  it('continues when the job is completed', async () => {
    jobs.set(name(), { TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' })
    expect(await checkTranscription(deps, entry)).toBe('COMPLETED')
  })

  it('refuses speech in another language', async () => {
    jobs.set(name(), { TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'ko-KR' })
    await expect(checkTranscription(deps, entry)).rejects.toMatchObject({ name: 'NOT_ENGLISH' })
  })

  it('fails with the code for the job’s failure reason', async () => {
    jobs.set(name(), { TranscriptionJobStatus: 'FAILED', FailureReason: FAILURE_REASONS.unsupported })
    await expect(checkTranscription(deps, entry)).rejects.toMatchObject({ name: 'UNSUPPORTED_AUDIO' })
  })

  it('transcribes speech too short to identify its language once more as English', async () => {
    jobs.set(name(), { TranscriptionJobStatus: 'FAILED', FailureReason: FAILURE_REASONS.noSpeechToIdentify })
    expect(await checkTranscription(deps, entry)).toBe('IN_PROGRESS')
    expect(started).toMatchObject([{ TranscriptionJobName: name('-english'), LanguageCode: 'en-US' }])
    expect(started[0]).not.toHaveProperty('IdentifyLanguage')
    jobs.set(name('-english'), { TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' })
    expect(await checkTranscription(deps, entry)).toBe('COMPLETED')
    expect(started).toHaveLength(1)
  })

  describe('of a recording in three parts', () => {
    const parts = [0, 1, 2].map(part => ({ startMs: part * 600_000, endMs: part * 600_000 + 616_000 }))
    const completed = (LanguageCode: string) => ({ TranscriptionJobStatus: 'COMPLETED', LanguageCode })
    beforeEach(() => bucket.put(at('probe.json'), JSON.stringify({ durationMs: 1_816_000, parts })))

    it('starts all jobs at once, restarts a lost one, and waits for the last', async () => {
      expect(await startTranscription(deps, entry)).toEqual({ status: 'IN_PROGRESS', waitSeconds: 214 })
      expect(started).toMatchObject(
        [0, 1, 2].map(part => ({
          TranscriptionJobName: name(`-part${part}`),
          Media: { MediaFileUri: `s3://media/${at(`parts/${part}/sound.mp4`)}` },
          OutputKey: at(`parts/${part}/transcript.json`),
          IdentifyLanguage: true,
          JobExecutionSettings: { AllowDeferredExecution: true },
        })),
      )
      jobs.set(name('-part0'), completed('en-US'))
      jobs.set(name('-part1'), { TranscriptionJobStatus: 'QUEUED' })
      expect(await checkTranscription(deps, entry)).toBe('IN_PROGRESS')
      expect(started.slice(3)).toMatchObject([{ TranscriptionJobName: name('-part2') }])
      jobs.set(name('-part1'), completed('en-GB'))
      jobs.set(name('-part2'), completed('en-US'))
      expect(await checkTranscription(deps, entry)).toBe('COMPLETED')
    })

    it('transcribes a silent part and one identified as foreign once more as English', async () => {
      jobs.set(name('-part0'), completed('en-US'))
      jobs.set(name('-part1'), completed('ko-KR'))
      jobs.set(name('-part2'), {
        TranscriptionJobStatus: 'FAILED',
        FailureReason: FAILURE_REASONS.noSpeechToIdentify,
      })
      expect(await checkTranscription(deps, entry)).toBe('IN_PROGRESS')
      expect(started).toMatchObject([
        { TranscriptionJobName: name('-part1-english'), LanguageCode: 'en-US' },
        { TranscriptionJobName: name('-part2-english'), LanguageCode: 'en-US' },
      ])
      jobs.set(name('-part1-english'), completed('en-US'))
      jobs.set(name('-part2-english'), completed('en-US'))
      expect(await checkTranscription(deps, entry)).toBe('COMPLETED')
      expect(started).toHaveLength(2)
    })

    it('refuses a recording that is in another language for more of its time than in English', async () => {
      jobs.set(name('-part0'), completed('en-US'))
      jobs.set(name('-part1'), completed('ko-KR'))
      jobs.set(name('-part2'), completed('ko-KR'))
      await expect(checkTranscription(deps, entry)).rejects.toMatchObject({ name: 'NOT_ENGLISH' })
      expect(started).toEqual([])
    })

    it('fails with the reason of any part', async () => {
      jobs.set(name('-part0'), { TranscriptionJobStatus: 'IN_PROGRESS' })
      jobs.set(name('-part2'), { TranscriptionJobStatus: 'FAILED', FailureReason: FAILURE_REASONS.internal })
      await expect(checkTranscription(deps, entry)).rejects.toMatchObject({ name: 'ENGINE_ERROR' })
    })
  })

  it('starts a lost job again', async () => {
    expect(await checkTranscription(deps, entry)).toBe('IN_PROGRESS')
    expect(started).toMatchObject([{ TranscriptionJobName: name() }])
  })
})

describe('reading the transcript', () => {
  const SCRIPT = 'a'.repeat(22)
  const TERMS = [{ english: 'Anna', korean: '애나' }]
  const item = (content: string, start: number, confidence = '0.99') => ({
    type: 'pronunciation',
    alternatives: [{ content, confidence }],
    start_time: String(start),
    end_time: String(start + 0.3),
  })
  const stop = { type: 'punctuation', alternatives: [{ content: '.', confidence: '0.0' }] }
  const hear = (results: object, marks: object = {}) =>
    bucket.put(
      at('transcript.json'),
      JSON.stringify({ jobName: 'x', ...marks, results: { language_code: 'en-US', items: [], ...results } }),
    )
  const read = () => readTranscript(deps, entry)
  const oneSentence = () => hear({ items: [item('Hello', 0), item('Anna', 1), stop] })

  beforeEach(() => bucket.put(at('probe.json'), JSON.stringify({ durationMs: 1_200_000 })))

  it('counts transcribed words and their confidence, except those of captions and rehearsals', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const counted = expect.objectContaining({ counted: 'words', words: 2, confidence: 1.98 })
    await hear({ items: [item('Hello', 0), item('Anna', 1), stop] }, { captions: true })
    await read()
    expect(info).not.toHaveBeenCalledWith(expect.objectContaining({ counted: 'words' }))
    await oneSentence()
    await read()
    expect(info).toHaveBeenCalledWith(counted)
    info.mockRestore()
  })

  it('takes names and full stops from the user’s script, and stores the differences', async () => {
    entry = await heldEntry(test.tables, entry.uid, { script: SCRIPT })
    await moveEntry(test.tables, entry, { from: ['uploading'], to: 'listening', at: AT })
    await bucket.put(at('probe.json'), JSON.stringify({ durationMs: 1_200_000 }))
    await bucket.put(
      scriptKey(entry.uid, SCRIPT),
      JSON.stringify({ text: 'Dear Katharina, you are welcome here. Sit down.', notes: '' }),
    )
    const said = ['Dear', 'Catherina', 'you', 'are', 'welcome', 'here', 'today', 'my', 'old', 'friend']
    await hear({ items: said.map((word, n) => item(word, n, n === 1 ? '0.4' : '0.99')) })
    await read()
    const { sentences, script } = sentenceFile.parse(await bucket.json(at('sentences.json')))
    expect(sentences.map(({ text }) => text)).toEqual(['Dear Katharina, you are welcome here today my old friend'])
    expect(script).toMatchObject({ confirmed: 6, of: 10 })
    expect(script?.differences.map(({ said, written }) => [said, written])).toContainEqual([
      'today my old friend',
      'Sit down.',
    ])
  })

  it('continues without the script if it has expired', async () => {
    entry = await heldEntry(test.tables, entry.uid, { script: 'b'.repeat(22) })
    await moveEntry(test.tables, entry, { from: ['uploading'], to: 'listening', at: AT })
    await bucket.put(at('probe.json'), JSON.stringify({ durationMs: 1_200_000 }))
    await hear({ items: [item('Hello', 1)] })
    await read()
    expect(sentenceFile.parse(await bucket.json(at('sentences.json'))).script).toBeUndefined()
  })

  it('stores a snapshot of the user’s terms for all batches', async () => {
    await changeGlossary(test.tables, entry.uid, { put: TERMS, remove: [] })
    await oneSentence()
    await read()
    await changeGlossary(test.tables, entry.uid, { put: [{ english: 'Anna', korean: '안나' }], remove: [] })
    expect((await batchOf(0)).terms).toEqual(TERMS)
  })

  it('omits the user’s terms if the submission turned them off', async () => {
    await changeGlossary(test.tables, entry.uid, { put: TERMS, remove: [] })
    entry = await heldEntry(test.tables, entry.uid, { glossary: false })
    await moveEntry(test.tables, entry, { from: ['uploading'], to: 'listening', at: AT })
    await bucket.put(at('probe.json'), JSON.stringify({ durationMs: 1_200_000 }))
    await oneSentence()
    await read()
    expect((await batchOf(0)).terms).toEqual([])
  })

  it('refuses a part with words after its end, since its frames contain more sound than was charged', async () => {
    const parts = [0, 1].map(part => ({ startMs: part * 600_000, endMs: part * 600_000 + 616_000 }))
    await bucket.put(at('probe.json'), JSON.stringify({ durationMs: 1_216_000, parts }))
    const file = (start: number) =>
      JSON.stringify({ results: { language_code: 'en-US', items: [item('Hello', start)] } })
    await bucket.put(at('parts/0/transcript.json'), file(700))
    await bucket.put(at('parts/1/transcript.json'), file(300))
    await expect(read()).rejects.toMatchObject({ name: 'DAMAGED_VIDEO' })
    await bucket.put(at('parts/0/transcript.json'), file(300))
    expect(await read()).toEqual({ batches: [[0]] })
  })

  it('stores sentences in batches and moves on to translation', async () => {
    const items = Array.from({ length: 45 }, (_, i) => [
      item('Sentence', i * 3),
      item(String(i + 2), i * 3 + 0.4),
      stop,
    ]).flat()
    await hear({ items })
    expect(await read()).toEqual({ batches: [[0, 1, 2]] })
    const file = sentenceFile.parse(await bucket.json(at('sentences.json')))
    expect(file.sentences).toHaveLength(45)
    expect(file.batches).toEqual([
      { first: 0, count: 15 },
      { first: 15, count: 15 },
      { first: 30, count: 15 },
    ])
    expect(file).toMatchObject({ source: 'recognition', rehearsal: false })
    const [first, second, third] = await Promise.all([0, 1, 2].map(batchOf))
    expect([first, second, third].flatMap(batch => batch?.sentences)).toEqual(file.sentences)
    expect(first?.before).toEqual([])
    expect(second?.before.map(({ text }) => text)).toEqual(file.sentences.slice(12, 15).map(({ text }) => text))
    expect(second?.after.map(({ startMs }) => startMs)).toEqual([90_000, 93_000, 96_000])
    expect(third?.after).toEqual([])
    expect(await status()).toBe('translating')
  })

  it('gives the same result when the step runs again', async () => {
    await hear({ items: [item('Hello', 1), stop] })
    const first = [await read(), await bucket.text(at('sentences.json'))]
    expect([await read(), await bucket.text(at('sentences.json'))]).toEqual(first)
  })

  it('stores the sounds beside the sentences, for profiles that show them', async () => {
    await hear({ items: [item('Hello', 1), stop, item('[APPLAUSE]', 4), item('[hmm]', 6)] })
    await read()
    const { sentences, sounds } = sentenceFile.parse(await bucket.json(at('sentences.json')))
    expect(sentences.map(({ text }) => text)).toEqual(['Hello.'])
    expect(sounds).toEqual([{ startMs: 4000, endMs: 4300, text: '[APPLAUSE]', korean: '[박수]' }])
  })

  it('stores where speech may be missing, except for captions, whose author heard the pauses', async () => {
    const items = [item('Hello', 1), stop, item('[APPLAUSE]', 4), stop, item('Bye', 20), stop, item('Well', 40), stop]
    await hear({ items })
    await read()
    const unheard = async () => sentenceFile.parse(await bucket.json(at('sentences.json'))).unheard
    expect(await unheard()).toEqual([{ startMs: 20_300, endMs: 40_000, words: '' }])
    await hear({ items }, { captions: true })
    await read()
    expect(await unheard()).toEqual([])
  })

  it('records a rehearsal and captions for the certificate', async () => {
    await hear({ items: [item('Hello', 1), stop] }, { rehearsal: true, captions: true })
    await read()
    expect(await bucket.json(at('sentences.json'))).toMatchObject({ source: 'captions', rehearsal: true })
  })

  it('refuses silence and sounds without words', async () => {
    await hear({ items: [] })
    await expect(read()).rejects.toMatchObject({ name: 'NO_SPEECH' })
    await hear({ items: [item('[MUSIC]', 1)] })
    await expect(read()).rejects.toMatchObject({ name: 'NO_SPEECH' })
  })

  it('refuses another language, whichever field declares it', async () => {
    await hear({ items: [item('Hola', 1)], language_code: 'es-ES' })
    await expect(read()).rejects.toMatchObject({ name: 'NOT_ENGLISH' })
    await hear({
      items: [item('Hola', 1)],
      language_code: undefined,
      language_identification: [{ score: '0.9', code: 'es-ES' }],
    })
    await expect(read()).rejects.toMatchObject({ name: 'NOT_ENGLISH' })
  })

  it('refuses short speech that was assumed to be English but has low confidence', async () => {
    const unsure = ['Call', 'gem', 'on', 'neigh', 'oh'].map((word, i) => item(word, i, '0.31'))
    await hear({ items: unsure, language_code: undefined })
    await expect(read()).rejects.toMatchObject({ name: 'NOT_ENGLISH' })
  })

  it('accepts identified English whatever its confidence', async () => {
    const unsure = ['Call', 'gem', 'on', 'neigh', 'oh'].map((word, i) => item(word, i, '0.31'))
    await hear({ items: unsure, language_identification: [{ score: '0.7', code: 'en-US' }] })
    expect(await read()).toEqual({ batches: [[0]] })
  })

  it('accepts every dialect of English', async () => {
    await hear({ items: [item('Hello', 1)], language_code: 'en-GB' })
    expect(await read()).toEqual({ batches: [[0]] })
  })

  it('refuses words more than five seconds beyond the charged length', async () => {
    await bucket.put(at('probe.json'), JSON.stringify({ durationMs: 600_000 }))
    await hear({ items: [item('Hello', 1), item('again', 606)] })
    await expect(read()).rejects.toMatchObject({ name: 'DAMAGED_VIDEO' })
    await hear({ items: [item('Hello', 1), item('again', 603)] })
    expect(await read()).toEqual({ batches: [[0]] })
  })

  it('blames the engine for a result without a list of words', async () => {
    await hear({ items: 'none' })
    await expect(read()).rejects.toMatchObject({ name: 'ENGINE_ERROR' })
  })

  it('has no batches for a delivered entry', async () => {
    await done()
    expect(await read()).toEqual({ batches: [] })
  })
})
