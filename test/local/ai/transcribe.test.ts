import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  StartTranscriptionJobCommand,
  type StartTranscriptionJobCommandInput,
  TranscribeClient,
} from '@aws-sdk/client-transcribe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventEntry } from '#local-aws/eventbridge/index.ts'
import { createTranscribe, type TranscribeService } from '../../../local/ai/transcribe/index.ts'
import { FAILURE_REASONS } from '../../../local/ai/transcribe/job-runner.ts'
import {
  EngineError,
  type EngineErrorCode,
  type SpeechEngine,
  type Transcription,
} from '../../../local/engines/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { awsRequestOf, sdkSettings } from '../../support/sdk-wire.ts'

const TRANSCRIPTION: Transcription = {
  words: [
    { text: 'Hello', startMs: 500, endMs: 900, confidence: 0.9871, after: ',' },
    { text: 'Jamak', startMs: 950, endMs: 1400, confidence: 0.91, after: '.' },
    // Long enough to identify a language.
    { text: 'Bye', startMs: 4000, endMs: 34_000, confidence: 1, after: '?!' },
  ],
  language: 'en-US',
  languageScore: 0.97,
  durationMs: 35_000,
}

const WRITE_CHECK = '.write_access_check_file.temp'

const EXECUTION = {
  AllowDeferredExecution: true,
  DataAccessRoleArn: 'arn:aws:iam::000000000000:role/reader',
}

const transcribes = (transcription: Partial<Transcription>): SpeechEngine => ({
  transcribe: async () => ({ ...TRANSCRIPTION, ...transcription }),
})
const breaks = (code: EngineErrorCode): SpeechEngine => ({
  transcribe: () => Promise.reject(new EngineError(code, code)),
})
/** An engine that works until the test ends or interrupts it. */
function waits() {
  const held = Promise.withResolvers<Transcription>()
  const files: string[] = []
  const engine: SpeechEngine = {
    transcribe: (file, options) => {
      files.push(file)
      const stopped = new Promise<never>((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new EngineError('STOPPED', 'given up')))
      })
      return Promise.race([held.promise, stopped])
    },
  }
  return { engine, files, finish: () => held.resolve(TRANSCRIPTION) }
}

let folder: string
let written: Map<string, string>
let events: EventEntry[]
let open: TranscribeService[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transcribe-'))
  written = new Map()
  events = []
  open = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  for (const service of open) await service.close()
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

/** Objects of the bucket, by key: the first bytes of a plain MP4, and files that are not MP4. */
const FILES: Record<string, Buffer> = {
  'plain.mp4': mp4('isom', 'moov', 'mdat'),
  'itunes.m4a': mp4('M4A ', 'moov', 'mdat'),
  'youtube.m4a': mp4('dash', 'moov', 'sidx', 'moof', 'mdat'),
  'fragments.mp4': mp4('isom', 'moov', 'moof', 'mdat'),
  'movie.mov': mp4('qt  ', 'moov', 'mdat'),
  'song.mp3': Buffer.from('ID3\x04\0\0\0\0\0\0\0\0', 'latin1'),
  'page.pdf': Buffer.from('%PDF-1.7 this is no sound'),
}

function mp4(brand: string, ...boxes: string[]): Buffer {
  const box = (type: string, content = '') => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(8 + content.length)
    return Buffer.concat([size, Buffer.from(type + content, 'latin1')])
  }
  return Buffer.concat([box('ftyp', `${brand}\0\0\0\0`), ...boxes.map(type => box(type, 'content'))])
}

async function transcribe(engine: SpeechEngine) {
  let clock = 1_700_000_000_000
  const service = await createTranscribe({
    engine,
    folder,
    now: () => (clock += 250),
    putEvent: event => events.push(event),
    hasObject: (_bucket, key) => key !== 'missing.mp4',
    readObject: async (_, key) => {
      const path = join(folder, key.replaceAll('/', '_'))
      if (!existsSync(path)) writeFileSync(path, FILES[key] ?? FILES['plain.mp4'] ?? '')
      return path
    },
    writeObject: async (bucket, key, body) => void written.set(`${bucket}/${key}`, body.toString()),
  })
  open.push(service)
  const client = new TranscribeClient(sdkSettings(service))
  const start = (input: Partial<StartTranscriptionJobCommandInput> = {}) =>
    client.send(
      new StartTranscriptionJobCommand({
        TranscriptionJobName: 'job-1',
        Media: { MediaFileUri: 's3://media/work/u/1/source.mp4' },
        OutputBucketName: 'media',
        OutputKey: 'work/u/1/transcript.json',
        JobExecutionSettings: EXECUTION,
        ...('LanguageCode' in input ? {} : { IdentifyLanguage: true }),
        ...input,
      }),
    )
  const get = async (name = 'job-1') =>
    (await client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: name }))).TranscriptionJob
  const ended = async (name = 'job-1') =>
    eventually(async () => {
      const job = await get(name)
      expect(['COMPLETED', 'FAILED']).toContain(job?.TranscriptionJobStatus)
      return job
    })
  return { service, client, start, get, ended }
}

describe('a local transcription job', () => {
  it('writes the words to the requested object in Amazon’s format', async () => {
    const { start, ended } = await transcribe(transcribes({}))
    const started = await start()
    expect(started.TranscriptionJob?.TranscriptionJobStatus).toMatch(/QUEUED|IN_PROGRESS/)
    const job = await ended()
    expect(job).toMatchObject({
      TranscriptionJobStatus: 'COMPLETED',
      LanguageCode: 'en-US',
      IdentifyLanguage: true,
      IdentifiedLanguageScore: 0.97,
      MediaFormat: 'mp4',
      Transcript: { TranscriptFileUri: 'https://s3.ap-northeast-2.amazonaws.com/media/work/u/1/transcript.json' },
    })
    expect(job?.CompletionTime?.getTime()).toBeGreaterThan(job?.CreationTime?.getTime() ?? Number.POSITIVE_INFINITY)
    const file = JSON.parse(written.get('media/work/u/1/transcript.json') ?? '{}')
    expect(file).toMatchObject({ jobName: 'job-1', accountId: '000000000000', status: 'COMPLETED' })
    expect(file.results.language_code).toBe('en-US')
    expect(file.results.transcripts).toEqual([{ transcript: 'Hello, Jamak. Bye?!' }])
    expect(file.results.items.slice(0, 2)).toEqual([
      {
        id: 0,
        type: 'pronunciation',
        alternatives: [{ confidence: '0.987', content: 'Hello' }],
        start_time: '0.500',
        end_time: '0.900',
      },
      { id: 1, type: 'punctuation', alternatives: [{ confidence: '0.0', content: ',' }] },
    ])
    expect(file.results.items.map((item: { id: number }) => item.id)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(file.results.audio_segments).toMatchObject([
      { id: 0, transcript: 'Hello, Jamak.', start_time: '0.500', end_time: '1.400', items: [0, 1, 2, 3] },
      { id: 1, transcript: 'Bye?!', start_time: '4.000', end_time: '34.000', items: [4, 5, 6] },
    ])
  })

  it('labels the voices that the engine distinguishes, if labels are requested', async () => {
    const words = TRANSCRIPTION.words.map((word, i) => ({ ...word, voice: i === 1 ? 5 : 0 }))
    const { start, ended } = await transcribe(transcribes({ words }))
    await start({ Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 2 } })
    await ended()
    const { results } = JSON.parse(written.get('media/work/u/1/transcript.json') ?? '{}')
    expect(results.speaker_labels).toMatchObject({
      speakers: 2,
      segments: [
        { start_time: '0.500', end_time: '0.900', speaker_label: 'spk_0', items: [{ speaker_label: 'spk_0' }] },
        { start_time: '0.950', end_time: '1.400', speaker_label: 'spk_1', items: [{ speaker_label: 'spk_1' }] },
        { start_time: '4.000', end_time: '34.000', speaker_label: 'spk_0', items: [{ start_time: '4.000' }] },
      ],
    })
    const labels = results.items.map((item: { speaker_label: string }) => item.speaker_label)
    expect(labels).toEqual(['spk_0', 'spk_0', 'spk_1', 'spk_1', 'spk_0', 'spk_0', 'spk_0'])
    expect(results.audio_segments).toMatchObject([
      { speaker_label: 'spk_0', items: [0, 1] },
      { speaker_label: 'spk_1', items: [2, 3] },
      { speaker_label: 'spk_0', items: [4, 5, 6] },
    ])
  })

  it('labels every word as the first speaker if the engine does not distinguish voices', async () => {
    const { start, ended } = await transcribe(transcribes({}))
    await start({ Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 30 } })
    await ended()
    const { results } = JSON.parse(written.get('media/work/u/1/transcript.json') ?? '{}')
    expect(results.speaker_labels).toMatchObject({ speakers: 1, segments: [{ speaker_label: 'spk_0' }, {}] })
    expect(results.items[0].speaker_label).toBe('spk_0')
  })

  it('completes with an empty transcript if there is no speech and the language is given', async () => {
    const { start, ended } = await transcribe(transcribes({ words: [] }))
    await start({ LanguageCode: 'en-US' })
    expect((await ended())?.TranscriptionJobStatus).toBe('COMPLETED')
    const { results } = JSON.parse(written.get('media/work/u/1/transcript.json') ?? '{}')
    expect(results).toMatchObject({ transcripts: [{ transcript: '' }], items: [] })
    expect(results.language_code).toBeUndefined()
  })

  it('fails as Amazon’s does if there is no speech and the language is to be identified', async () => {
    const { start, ended } = await transcribe(transcribes({ words: [] }))
    await start()
    const job = await ended()
    expect(job).toMatchObject({
      TranscriptionJobStatus: 'FAILED',
      FailureReason: FAILURE_REASONS.noSpeechToIdentify,
    })
    expect(job?.Transcript?.TranscriptFileUri).toBeUndefined()
    expect(written.size).toBe(0)
  })

  it('reports the identified language', async () => {
    const { start, ended } = await transcribe(transcribes({ language: 'ko-KR', languageScore: 0.7 }))
    await start({ LanguageOptions: ['en-US', 'ko-KR', 'ja-JP'] })
    expect(await ended()).toMatchObject({ LanguageCode: 'ko-KR', IdentifiedLanguageScore: 0.7 })
    await start({ TranscriptionJobName: 'job-2', LanguageOptions: ['ja-JP', 'en-US'] })
    expect((await ended('job-2'))?.LanguageCode).toBe('ko-KR')
  })

  it('reports the first option that is not English if the engine cannot identify the language', async () => {
    const { start, ended } = await transcribe(transcribes({ language: 'und', languageScore: 0.5 }))
    await start({ LanguageOptions: ['en-US', 'ko-KR', 'ja-JP'] })
    expect(await ended()).toMatchObject({ LanguageCode: 'ko-KR', IdentifiedLanguageScore: 0.5 })
    await start({ TranscriptionJobName: 'job-2' })
    expect((await ended('job-2'))?.LanguageCode).toBe('und')
  })

  it('reports a language with the region that the options offer', async () => {
    const { start, ended } = await transcribe(transcribes({ language: 'en-US' }))
    await start({ LanguageOptions: ['ko-KR', 'en-GB'] })
    expect((await ended())?.LanguageCode).toBe('en-GB')
  })

  it.each<[EngineErrorCode, string]>([
    ['NO_AUDIO', FAILURE_REASONS.invalidMedia],
    ['UNREADABLE', FAILURE_REASONS.invalidMedia],
    ['UNSUPPORTED_CODEC', FAILURE_REASONS.unsupported],
    ['TOO_LONG', FAILURE_REASONS.tooLarge],
    ['ENGINE_FAILED', FAILURE_REASONS.internal],
  ])('fails with Amazon’s reason for the engine’s error %s', async (code, reason) => {
    const { start, ended } = await transcribe(breaks(code))
    await start()
    expect(await ended()).toMatchObject({ TranscriptionJobStatus: 'FAILED', FailureReason: reason })
  })

  it('fails as Amazon’s does if there is less speech than its guide recommends and the language is to be identified', async () => {
    const engine = transcribes({ words: TRANSCRIPTION.words.slice(0, 2) })
    const { transcribe: once } = engine
    engine.transcribe = vi.fn(once)
    const { start, ended } = await transcribe(engine)
    await start()
    expect((await ended())?.FailureReason).toBe(FAILURE_REASONS.noSpeechToIdentify)
    await start({ TranscriptionJobName: 'job-2', LanguageCode: 'en-US' })
    expect((await ended('job-2'))?.TranscriptionJobStatus).toBe('COMPLETED')
    expect(engine.transcribe).toHaveBeenCalledTimes(1)
  })

  it('writes words with low confidence if the speech is not in the given language', async () => {
    const { start, ended } = await transcribe(transcribes({ language: 'ko-KR' }))
    await start({ LanguageCode: 'en-US' })
    expect(await ended()).toMatchObject({ TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' })
    const { results } = JSON.parse(written.get('media/work/u/1/transcript.json') ?? '{}')
    expect(results.items[0].alternatives).toEqual([{ content: 'Hello', confidence: '0.395' }])
  })

  it('fails if the media is shorter than half a second', async () => {
    const { start, ended } = await transcribe(transcribes({ durationMs: 499 }))
    await start()
    expect((await ended())?.FailureReason).toBe(FAILURE_REASONS.tooShort)
  })
})

describe('the file of a local transcription job', () => {
  const fromFile = async (key: string, MediaFormat?: StartTranscriptionJobCommandInput['MediaFormat']) => {
    const { start, ended } = await transcribe(transcribes({}))
    await start({ Media: { MediaFileUri: `s3://media/${key}` }, MediaFormat })
    return ended()
  }

  it.each([
    ['plain.mp4', 'mp4'],
    ['itunes.m4a', 'm4a'],
    ['youtube.m4a', 'mp4'],
    ['fragments.mp4', 'mp4'],
    ['movie.mov', 'mp4'],
    ['song.mp3', 'mp3'],
  ])('%s is accepted without a declared format', async (key, MediaFormat) => {
    expect(await fromFile(key)).toMatchObject({ TranscriptionJobStatus: 'COMPLETED', MediaFormat })
  })

  it.each([
    ['plain.mp4', 'mp4'],
    ['itunes.m4a', 'm4a'],
    ['song.mp3', 'mp3'],
  ] as const)('%s is accepted as the declared %s', async (key, format) => {
    expect(await fromFile(key, format)).toMatchObject({ TranscriptionJobStatus: 'COMPLETED', MediaFormat: format })
  })

  it.each([
    ['youtube.m4a', 'mp4'],
    ['youtube.m4a', 'm4a'],
    ['fragments.mp4', 'mp4'],
    ['movie.mov', 'mp4'],
    ['itunes.m4a', 'mp4'],
    ['plain.mp4', 'mp3'],
  ] as const)('%s fails as the declared %s with Amazon’s reason', async (key, format) => {
    expect(await fromFile(key, format)).toMatchObject({
      TranscriptionJobStatus: 'FAILED',
      FailureReason: 'The media format provided does not match the detected media format.',
    })
  })

  it('fails with Amazon’s reason if it is not a media file', async () => {
    expect((await fromFile('page.pdf'))?.FailureReason).toBe(FAILURE_REASONS.invalidMedia)
  })
})

describe('the name of a local transcription job', () => {
  it('can be used once: a second start is a conflict and changes nothing', async () => {
    const { start, ended } = await transcribe(transcribes({}))
    const [first, second] = await Promise.allSettled([start(), start()])
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    await ended()
    await expect(start()).rejects.toMatchObject({ name: 'ConflictException' })
    expect((await ended())?.TranscriptionJobStatus).toBe('COMPLETED')
  })

  it('is not found if no job has it', async () => {
    const { get } = await transcribe(transcribes({}))
    await expect(get('nobody')).rejects.toMatchObject({ name: 'NotFoundException' })
  })
})

describe('the local StartTranscriptionJob', () => {
  it.each<[string, Partial<StartTranscriptionJobCommandInput>]>([
    ['a name with a space', { TranscriptionJobName: 'my job' }],
    ['a media file that is not there', { Media: { MediaFileUri: 's3://media/missing.mp4' } }],
    ['a media file outside S3', { Media: { MediaFileUri: 'ftp://media/a.mp4' } }],
    ['a given language that is also to be identified', { LanguageCode: 'en-US', IdentifyLanguage: true }],
    ['a language neither given nor to be identified', { IdentifyLanguage: undefined }],
    ['more than five languages', { LanguageOptions: ['en-US', 'ko-KR', 'ja-JP', 'zh-CN', 'es-ES', 'fr-FR'] }],
    ['labels without a number of speakers', { Settings: { ShowSpeakerLabels: true } }],
    ['a number of speakers without labels', { Settings: { MaxSpeakerLabels: 4 } }],
    ['one speaker', { Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 1 } }],
    ['more than thirty speakers', { Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 31 } }],
    ['a queue without a role', { JobExecutionSettings: { AllowDeferredExecution: true } }],
  ])('refuses %s', async (_, input) => {
    const { start } = await transcribe(transcribes({}))
    await expect(start(input)).rejects.toMatchObject({ name: 'BadRequestException' })
  })
})

describe('the local Transcribe', () => {
  it('refuses parameters and operations that the service does not use, by name', async () => {
    const { client, start } = await transcribe(transcribes({}))
    await expect(start({ Settings: { ChannelIdentification: true } })).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining('ChannelIdentification'),
    })
    await expect(start({ ContentRedaction: { RedactionType: 'PII', RedactionOutput: 'redacted' } })).rejects.toThrow(
      'ContentRedaction',
    )
    const remove = new DeleteTranscriptionJobCommand({ TranscriptionJobName: 'job-1' })
    await expect(client.send(remove)).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('DeleteTranscriptionJob'),
    })
  })

  it('runs a job again that a restart interrupted, and keeps finished jobs', async () => {
    const held = waits()
    const before = await transcribe(held.engine)
    await before.start()
    await before.start({ TranscriptionJobName: 'job-2' })
    await eventually(() => expect(held.files).toHaveLength(1))
    await before.service.close()
    open = []
    const after = await transcribe(transcribes({}))
    expect((await after.ended())?.TranscriptionJobStatus).toBe('COMPLETED')
    expect((await after.ended('job-2'))?.TranscriptionJobStatus).toBe('COMPLETED')
    await after.service.close()
    open = []
    const last = await transcribe(breaks('ENGINE_FAILED'))
    expect((await last.get())?.TranscriptionJobStatus).toBe('COMPLETED')
  })

  /** Simulates a machine that dies during a job: the service is not closed. */
  async function cutOff() {
    const held = waits()
    const dying = await transcribe(held.engine)
    return { ...dying, held }
  }

  it('fails a job that was interrupted twice by a crash of the machine, so that one file cannot stop it forever', async () => {
    const first = await cutOff()
    await first.start()
    await eventually(() => expect(first.held.files).toHaveLength(1))
    const second = await cutOff()
    await eventually(() => expect(second.held.files).toHaveLength(1))
    const third = await cutOff()
    await third.start({ TranscriptionJobName: 'job-2' })
    expect(await third.get()).toMatchObject({
      TranscriptionJobStatus: 'FAILED',
      FailureReason: FAILURE_REASONS.internal,
    })
    await eventually(async () => expect((await third.get('job-2'))?.TranscriptionJobStatus).toBe('IN_PROGRESS'))
  })

  it('does not count orderly stops against a job', async () => {
    for (let stops = 0; stops < 3; stops += 1) {
      const held = waits()
      const before = await transcribe(held.engine)
      if (stops === 0) await before.start()
      await eventually(() => expect(held.files).toHaveLength(1))
      await before.service.close()
      open = []
    }
    const after = await transcribe(transcribes({}))
    expect((await after.ended())?.TranscriptionJobStatus).toBe('COMPLETED')
  })

  it('sends the event that AWS documents when a job completes or fails', async () => {
    const { start, ended } = await transcribe(transcribes({ durationMs: 400 }))
    await start()
    await ended()
    const after = await transcribe(transcribes({}))
    await after.start({ TranscriptionJobName: 'job-2' })
    await after.ended('job-2')
    const event = (TranscriptionJobName: string, TranscriptionJobStatus: string) => ({
      source: 'aws.transcribe',
      'detail-type': 'Transcribe Job State Change',
      detail: { TranscriptionJobName, TranscriptionJobStatus },
    })
    expect(events).toEqual([event('job-1', 'FAILED'), event('job-2', 'COMPLETED')])
  })

  it.each([
    { times: 0, fault: 'lost' },
    { times: 2, fault: 'repeated' },
  ])('simulates a $fault event', async ({ times }) => {
    const { service, start, ended } = await transcribe(transcribes({}))
    service.deliverNextEvent(times)
    await start()
    await ended()
    expect(events).toHaveLength(times)
  })

  it('simulates an error in one operation and not in the other', async () => {
    const { service, start, get, ended } = await transcribe(transcribes({}))
    await start()
    await ended()
    service.failNext({ type: 'LimitExceededException', message: 'Rate exceeded' }, 1, 'StartTranscriptionJob')
    await expect(get()).resolves.toBeDefined()
    await expect(start({ TranscriptionJobName: 'job-2' })).rejects.toMatchObject({ name: 'LimitExceededException' })
    await expect(start({ TranscriptionJobName: 'job-2' })).resolves.toBeDefined()
  })

  it('requires the caller’s role to allow the job, its media, its transcript with the write check, and passing the role', async () => {
    const { service } = await transcribe(transcribes({}))
    const request = awsRequestOf({
      method: 'POST',
      path: '/',
      headers: {
        'x-amz-target': 'Transcribe.StartTranscriptionJob',
        authorization: 'AWS4-HMAC-SHA256 Credential=caller/20260101/ap-northeast-2/transcribe/aws4_request',
      },
      body: JSON.stringify({
        TranscriptionJobName: 'job-1',
        Media: { MediaFileUri: 's3://media/a.mp4' },
        OutputBucketName: 'media',
        OutputKey: 'work/out.json',
        IdentifyLanguage: true,
        JobExecutionSettings: EXECUTION,
      }),
    })
    expect(service.accessOf(request)).toEqual([
      {
        action: 'transcribe:StartTranscriptionJob',
        resource: 'arn:aws:transcribe:ap-northeast-2:000000000000:transcription-job/job-1',
      },
      { action: 's3:GetObject', resource: 'arn:aws:s3:::media/a.mp4' },
      // The write check is made at the root of the bucket or beside the transcript; reports differ.
      ...['work/out.json', WRITE_CHECK, `work/${WRITE_CHECK}`].map(key => ({
        action: 's3:PutObject',
        resource: `arn:aws:s3:::media/${key}`,
      })),
      {
        action: 'iam:PassRole',
        resource: EXECUTION.DataAccessRoleArn,
        context: { 'iam:PassedToService': 'transcribe.amazonaws.com' },
      },
    ])
  })
})
