import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseSrt, sentencesFromTranscript, transcriptFromAmazon, weightedLength } from '#subtitle-engine'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import type { CheckFile } from '../../lambdas/contract/finding.ts'
import {
  cuesKey,
  projectKey,
  type SentenceFile,
  sentenceFile,
  subtitleKey,
  type TranslationFile,
  workKey,
} from '../../lambdas/contract/media-objects.ts'
import { previewCue, projectFile } from '../../lambdas/contract/project.ts'
import { writeSubtitle } from '../../lambdas/delivery/write-subtitle.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { emailId } from '../../lambdas/records/outbox.ts'
import { setUpBucket } from '../support/bucket.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/transcripts')
const MEDIA_MS = 84_000

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let entry: ArchiveEntry
let file: SentenceFile
let korean: Record<string, string>

beforeAll(async () => {
  const sentences = sentencesFromTranscript(transcriptFromAmazon(await fixture('bicycle.json')))
  korean = z.record(z.string(), z.string()).parse(JSON.parse(await fixture('bicycle.ko.json')))
  const batches = [
    { first: 0, count: 10 },
    { first: 10, count: sentences.length - 10 },
  ]
  file = sentenceFile.parse({ source: 'recognition', rehearsal: false, sentences, batches })
})
beforeEach(async () => {
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid, { durationSeconds: 84, name: '자전거.mp4' })
  await moveEntry(test.tables, entry, { from: ['uploading'], to: 'translating', at: AT })
  await bucket.put(work('probe.json'), JSON.stringify({ durationMs: MEDIA_MS }))
  await put()
})

const fixture = (name: string) => readFile(join(FIXTURES, name), 'utf8')
const work = (name: Parameters<typeof workKey>[2]) => workKey(entry.uid, entry.key, name)
const now = () => readEntry(test.tables, entry)
const engines = { translator: 'model-1', meaningCheck: 'model-2' }
const write = (tables = test.tables) => writeSubtitle({ tables, media: bucket.media, now: () => NOW, engines }, entry)
const srt = () => bucket.text(subtitleKey(entry.uid, entry.title))
const preview = async () => z.array(previewCue).parse(await bucket.json(cuesKey(entry.uid, entry.title)))

/** Stores the results of the earlier steps; `change` replaces a translation. */
async function put(
  change: (id: string, text: string) => TranslationFile[string] = (_, text) => ({ korean: text, problems: [] }),
) {
  await bucket.put(work('sentences.json'), JSON.stringify(file))
  for (const [number, { first, count }] of file.batches.entries()) {
    const part = file.sentences.slice(first, first + count).map(({ id, text }) => [id, change(id, korean[text] ?? '')])
    await bucket.put(work(`translations/${number}.json`), JSON.stringify(Object.fromEntries(part)))
  }
}

describe('writing the subtitle of a talk', () => {
  it('produces an SRT whose cues are in order and inside the media', async () => {
    await write()
    const cues = parseSrt(await srt())
    expect(cues.length).toBeGreaterThan(15)
    for (const [i, cue] of cues.entries()) {
      expect(cue.endMs).toBeGreaterThan(cue.startMs)
      expect(cue.startMs).toBeGreaterThanOrEqual(cues[i - 1]?.endMs ?? 0)
    }
    expect(cues.at(-1)?.endMs).toBeLessThan(MEDIA_MS)
    expect(cues.map(({ lines }) => lines.join(' ')).join(' ')).toContain('평범한 기계')
  })

  it('stores every format with its content type', async () => {
    await write()
    const types = ['srt', 'vtt', 'bilingual'] as const
    const stored = await Promise.all(types.map(type => bucket.typeOf(subtitleKey(entry.uid, entry.title, type))))
    expect(stored).toEqual([
      'application/x-subrip; charset=utf-8',
      'text/vtt; charset=utf-8',
      'application/x-subrip; charset=utf-8',
    ])
    expect(await bucket.text(subtitleKey(entry.uid, entry.title, 'vtt'))).toMatch(/^WEBVTT\n/)
    expect(await bucket.text(subtitleKey(entry.uid, entry.title, 'bilingual'))).toContain('the bicycle')
  })

  it('stores the cues for the preview, each with the English spoken in it', async () => {
    await write()
    const cues = z.array(previewCue).parse(await bucket.json(cuesKey(entry.uid, entry.title)))
    expect(cues.map(({ startMs }) => startMs)).toEqual(parseSrt(await srt()).map(({ startMs }) => startMs))
    expect(cues.map(({ english }) => english).join(' ')).toBe(file.sentences.map(({ text }) => text).join(' '))
  })

  it('closes the entry with its certificate and owes the email about it', async () => {
    await write()
    const closed = await now()
    expect(closed).toMatchObject({
      status: 'done',
      is_srt: true,
      srt_title: `${entry.title}.srt`,
      srt_upload_time: AT,
      certificate: { source: 'recognition', rehearsal: false },
    })
    const cues = parseSrt(await srt())
    expect(closed?.first_cues).toEqual(cues.slice(0, 2).map(({ lines }) => lines.join(' ')))
    expect(closed?.certificate?.kept).toBeLessThanOrEqual(closed?.certificate?.cues ?? 0)
    expect(closed?.certificate?.cues).toBe(parseSrt(await srt()).length)
    const { uid, key } = entry
    expect(await test.row('outbox', { id: emailId({ about: 'entry', uid, key, kind: 'done' }) })).toBeDefined()
  })

  it('changes nothing when the step runs again', async () => {
    await write()
    const before = [await now(), await srt()]
    await write()
    expect([await now(), await srt()]).toEqual(before)
  })
})

describe('the profile of an entry', () => {
  /** Delivers the talk in a profile. */
  async function writtenAs(profile: ArchiveEntry['profile'], times = 1, marks: Partial<TranslationFile[string]> = {}) {
    entry = await heldEntry(test.tables, entry.uid, { durationSeconds: 84, name: '자전거.mp4', profile })
    await moveEntry(test.tables, entry, { from: ['uploading'], to: 'translating', at: AT })
    await bucket.put(work('probe.json'), JSON.stringify({ durationMs: MEDIA_MS }))
    const sounds = [{ startMs: 60, endMs: 200, text: '[Applause]', korean: '[박수]' }]
    file = { ...file, sounds }
    await put((_, text) => ({ korean: Array(times).fill(text).join(' '), problems: [], ...marks }))
    await write()
    file = { ...file, sounds: [] }
    return { text: await srt(), certificate: (await now())?.certificate }
  }

  it('of shorts cuts lines of twelve characters', async () => {
    const cues = parseSrt((await writtenAs('shorts')).text)
    const widest = Math.max(...cues.flatMap(({ lines }) => lines.map(weightedLength)))
    expect(widest).toBeGreaterThan(8)
    expect(widest).toBeLessThanOrEqual(12)
  })

  it('is the standard of the certificate: the same text is too fast in more cues of a children’s subtitle', async () => {
    const standard = await writtenAs('standard', 2)
    const children = await writtenAs('children', 2)
    expect(children.certificate?.flags.speed ?? 0).toBeGreaterThan(standard.certificate?.flags.speed ?? 0)
    expect(children.certificate?.kept).toBeLessThan(standard.certificate?.kept ?? 0)
  })

  it('shows sounds to deaf and hard-of-hearing viewers, and to nobody else', async () => {
    expect((await writtenAs('sdh')).text).toContain('[박수]')
    expect((await writtenAs('standard')).text).not.toContain('[박수]')
  })

  it.each([
    ['sdh', { ends: [3], starts: [3], held: [2] }],
    ['standard', { ends: [2], starts: [3], held: [1] }],
  ] as const)(
    '%s: the translator’s marks stay at their words, even after the name of a sound',
    async (profile, marks) => {
      await writtenAs(profile, 1, { ends: [2], starts: [3], held: [1] })
      const { passages } = projectFile.parse(await bucket.json(projectKey(entry.uid, entry.title)))
      expect(passages[0]).toMatchObject(marks)
      expect(passages[1]).toMatchObject({ ends: [2], starts: [3], held: [1] })
    },
  )
})

describe('the project of a delivered subtitle', () => {
  it('has the translation’s phrase ends and the words with which the next phrases begin', async () => {
    const [first] = file.sentences
    await put((id, text) => ({ korean: text, problems: [], ...(id === first?.id && { ends: [2], starts: [3] }) }))
    await write()
    const { passages } = projectFile.parse(await bucket.json(projectKey(entry.uid, entry.title)))
    expect(passages.find(({ id }) => id === first?.id)).toMatchObject({ ends: [2], starts: [3] })
    expect(passages.filter(({ starts }) => starts !== undefined)).toHaveLength(1)
  })
})

describe('the certificate of a delivered subtitle', () => {
  it('counts doubtful translations and endings in another register', async () => {
    const [first, second] = file.sentences
    await put((id, text) => {
      if (id === first?.id) return { korean: '', problems: ['empty'] }
      return id === second?.id
        ? { korean: '그날은 정말 이상한 하루였어.', problems: ['register'] }
        : { korean: text, problems: [] }
    })
    await write()
    expect((await now())?.certificate?.flags).toMatchObject({ translation: 1, register: 1 })
    expect((await preview()).filter(cue => cue.flags.includes('register'))).toHaveLength(1)
    expect(await srt()).toContain(first?.text.split(' ')[0])
  })

  it('counts a cue once, however many problems it has', async () => {
    await put((_, text) => ({ korean: text, problems: ['duplicate', 'tooLong', 'numbers'] }))
    await write()
    const certificate = (await now())?.certificate
    expect(certificate?.flags.translation).toBe(certificate?.cues)
  })

  it('names the source of the words and marks a rehearsal', async () => {
    await bucket.put(work('sentences.json'), JSON.stringify({ ...file, source: 'captions', rehearsal: true }))
    await write()
    expect((await now())?.certificate).toMatchObject({ source: 'captions', rehearsal: true })
  })
})

describe('a delivery that is late or incomplete', () => {
  it('is aborted after a refund and stores nothing', async () => {
    await refund(test.tables, entry, { failure: 'TIMED_OUT', at: AT })
    await expect(write()).rejects.toMatchObject({ name: 'ABORTED' })
    expect((await bucket.keys()).filter(key => key.startsWith(`srts/${entry.uid}/`))).toEqual([])
  })

  it('removes what it stored if a refund overtakes it', async () => {
    const media = { ...bucket.media }
    const overtaken = new Proxy(await bucket.media.client(), {
      get(client, name, receiver) {
        if (name !== 'send') return Reflect.get(client, name, receiver)
        return async (command: Parameters<typeof client.send>[0]) => {
          const answer = await client.send(command)
          if (command.constructor.name === 'PutObjectCommand')
            await refund(test.tables, entry, { failure: 'TIMED_OUT', at: AT })
          return answer
        }
      },
    })
    await writeSubtitle(
      { tables: test.tables, media: { ...media, client: async () => overtaken }, now: () => NOW, engines },
      entry,
    )
    expect((await bucket.keys()).filter(key => key.startsWith(`srts/${entry.uid}/`))).toEqual([])
    expect(await now()).toMatchObject({ status: 'failed', is_srt: false, failure: 'TIMED_OUT' })
  })

  it('fails if a batch is missing instead of delivering a part', async () => {
    await bucket.put(
      work('sentences.json'),
      JSON.stringify({ ...file, batches: [...file.batches, { first: 0, count: 1 }] }),
    )
    await expect(write()).rejects.toThrow(/translations\/2/)
    expect(await now()).toMatchObject({ status: 'writing', is_srt: false })
  })
})

describe('the certificate', () => {
  it('names the transcriber and the translator, and says that the model did not check the meaning', async () => {
    await write()
    expect((await now())?.certificate).toMatchObject({ heardBy: 'Amazon Transcribe', translatedBy: 'model-1' })
    expect((await now())?.certificate?.meaning).toMatchObject({ by: 'model-2', checked: 0 })
  })

  it('counts and stores where speech may be missing, with the sentence before it', async () => {
    const { id = '', startMs = 0 } = file.sentences[3] ?? {}
    const unheard = [{ startMs: startMs + 1, endMs: startMs + 500, words: 'Thanks for watching.' }]
    await bucket.put(work('sentences.json'), JSON.stringify({ ...file, unheard }))
    await write()
    expect((await now())?.certificate?.flags.unheard).toBe(1)
    const { passages } = projectFile.parse(await bucket.json(projectKey(entry.uid, entry.title)))
    expect(passages.flatMap(each => (each.unheard ? [[each.id, each.unheard]] : []))).toEqual([[id, unheard[0]]])
  })

  it('states how much of the speech the user’s script confirms, and stores the differences', async () => {
    const { id = '', startMs = 0 } = file.sentences[3] ?? {}
    const script = { differences: [{ startMs: startMs + 1, said: 'nine', written: 'eight' }], confirmed: 90, of: 100 }
    await bucket.put(work('sentences.json'), JSON.stringify({ ...file, script }))
    await write()
    expect((await now())?.certificate).toMatchObject({ script: { confirmed: 90, of: 100 }, flags: { script: 1 } })
    const { passages } = projectFile.parse(await bucket.json(projectKey(entry.uid, entry.title)))
    expect(passages.flatMap(each => (each.script ? [[each.id, each.script]] : []))).toEqual([
      [id, [{ said: 'nine', written: 'eight' }]],
    ])
  })

  it('counts the sentences whose meaning a second model compared, and stores its findings with their reasons', async () => {
    const ids = file.sentences.map(({ id }) => id)
    const finding = { kind: 'roles', reason: '누가 밀었는지가 달라요.', words: '사람들' } as const
    const check: CheckFile = { compared: ids.slice(1), findings: { [ids[2] ?? '']: finding } }
    await bucket.put(work('checks/0.json'), JSON.stringify(check))
    await write()
    expect((await now())?.certificate?.meaning).toEqual({ by: 'model-2', checked: ids.length - 1, of: ids.length })
    const { passages } = projectFile.parse(await bucket.json(projectKey(entry.uid, entry.title)))
    expect(passages.flatMap(each => (each.finding ? [[each.id, each.finding, each.problems]] : []))).toEqual([
      [ids[2], finding, ['meaning']],
    ])
  })
})

describe('a file with sentences that have only an unreliable translation', () => {
  it('is not delivered if they are most of it', async () => {
    await put((_, korean) => ({ korean, problems: ['unbelieved'] }))
    await expect(write()).rejects.toMatchObject({ code: 'BAD_TRANSLATION' })
  })

  it('is delivered with flags if they are few', async () => {
    const [first] = file.sentences
    await put((id, korean) => ({ korean, problems: id === first?.id ? ['unbelieved'] : [] }))
    await write()
    expect((await now())?.certificate?.doubts).toBeGreaterThan(0)
  })
})

describe('a file with sentences for which there is only a placeholder of the local cloud', () => {
  const placeholders = (count: number, steppedIn: boolean) =>
    put((id, korean) =>
      file.sentences.findIndex(each => each.id === id) < count
        ? { korean: '번역 모델이 없어요.', problems: ['placeholder'], steppedIn }
        : { korean, problems: [] },
    )

  it('is not delivered if a language model left out more than one in ten', async () => {
    await placeholders(Math.floor(file.sentences.length / 10) + 1, true)
    await expect(write()).rejects.toMatchObject({ code: 'BAD_TRANSLATION' })
  })

  it('is delivered if a language model left out fewer, which are counted and are to be checked', async () => {
    await placeholders(1, true)
    await write()
    const { certificate } = (await now()) ?? {}
    expect(certificate).toMatchObject({ untranslated: 1, rehearsal: false, flags: { translation: 1 } })
    expect(certificate?.steppedIn).toBeUndefined()
    expect(certificate?.doubts).toBeGreaterThan(0)
  })

  it('is delivered as a rehearsal if no translator was available', async () => {
    await placeholders(file.sentences.length, false)
    await write()
    expect((await now())?.certificate).toMatchObject({ rehearsal: true })
    expect((await now())?.certificate?.untranslated).toBeUndefined()
  })
})
