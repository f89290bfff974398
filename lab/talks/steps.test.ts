import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cut, cutDraft, type Draft, openProject } from '#subtitle-engine/edit'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { projectKey, workKey } from '../../lambdas/contract/media-objects.ts'
import { projectFile } from '../../lambdas/contract/project.ts'
import { writeSubtitle } from '../../lambdas/delivery/write-subtitle.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { batchingFor } from '../../lambdas/transcription/batches.ts'
import { readTranscript } from '../../lambdas/transcription/read-transcript.ts'
import { bedrock } from '../../lambdas/translation/bedrock.ts'
import { patienceWith } from '../../lambdas/translation/patience.ts'
import { translateBatch } from '../../lambdas/translation/translate-batch.ts'
import { writeBrief } from '../../lambdas/translation/write-brief.ts'
import { createBedrock } from '../../local/ai/converse/index.ts'
import { textsOf } from '../../local/ai/converse/wire.ts'
import { setUpBucket } from '../../test/support/bucket.ts'
import { sdkSettings } from '../../test/support/sdk-wire.ts'
import { setUpTables } from '../../test/support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../../test/support/users.ts'
import { modelOf, noWaiting, told } from '../../test/translation/talk.ts'
import { buildQueue, unsureWords } from '../../web/editor/draft/queue.ts'
import { transcribeWords } from './amazon.ts'
import { playSmallModel } from './played.ts'
import { readScript } from './script.ts'

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
const script = readScript('river')
const sent: string[] = []
let entry: ArchiveEntry | undefined
let draft: Draft
let cut: Cut

beforeAll(async () => {
  for (const method of ['info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined)
  const { uid } = await newUser(test.tables)
  const held = await heldEntry(test.tables, uid, { durationSeconds: 640, name: script.title })
  await moveEntry(test.tables, held, { from: ['uploading'], to: 'listening', at: AT })
  const { result, durationMs } = transcribeWords(script.sentences.flatMap(({ words }) => words))
  await bucket.put(workKey(uid, held.key, 'probe.json'), JSON.stringify({ durationMs }))
  await bucket.put(workKey(uid, held.key, 'transcript.json'), JSON.stringify(result))
  const deps = { tables: test.tables, media: bucket.media, now: () => NOW }
  const played = playSmallModel(script)
  const service = createBedrock({
    answer: input => {
      sent.push(textsOf(input.messages[0]?.content ?? [])[0] ?? '')
      return played.answer(input)
    },
  })
  const model = modelOf(new BedrockRuntimeClient(sdkSettings(service)), noWaiting(2))
  const { batches } = await readTranscript({ ...deps, hearing: 'transcribe', batching: batchingFor('none') }, held)
  await writeBrief({ ...deps, model }, held)
  const translators = { main: bedrock(model), plain: told(false, () => ({})), secondLook: true }
  for (const batch of batches.flat())
    await translateBatch(
      { ...deps, translators, patience: patienceWith('none'), glossary: new Map() },
      { ...held, batch },
    )
  await writeSubtitle({ ...deps, engines: { translator: 'played' } }, held)
  entry = await readEntry(test.tables, held)
  draft = openProject(projectFile.parse(await bucket.json(projectKey(uid, held.title))), 'polite')
  cut = cutDraft(draft)
})

describe('a talk with misheard words, through the steps of the workflow', () => {
  it('is translated with its wrong full stops removed', () => {
    const joined = script.sentences.flatMap(each => (each.help === 'join' && each.joined ? each.joined : []))
    expect(joined).toHaveLength(2)
    for (const text of joined)
      expect(draft.sentences.map(({ korean }) => korean)).toContain(text.replaceAll(' | ', ' '))
    expect(draft.sentences).toHaveLength(script.sentences.length - joined.length)
  })

  it('is requested with its corrections, misheard names and unsure words', () => {
    const requests = sent.filter(text => text.includes('"english"')).join('\n')
    expect(requests).toContain('"corrections":{"read beds":"reed beds"}')
    expect(requests).toContain('"you nuts":"이오누츠"')
    expect(requests).toContain('"unsure":["harms"]')
  })

  it('shows the unsure words in the editor, and lists every sentence that has one', () => {
    const queue = buildQueue(draft, cut)
    const unsure = queue.filter(({ flags }) => flags.includes('confidence')).map(({ sentence }) => sentence)
    expect(unsure.map(sentence => unsureWords(sentence, draft).join(' '))).toContain('pair of gin')
    const expected = draft.sentences.filter(sentence => unsureWords(sentence, draft).length > 0)
    expect(new Set(unsure)).toEqual(new Set(expected))
    expect(expected.length).toBeGreaterThan(10)
  })

  it('is certified with these sentences as doubts, apart from the cues that keep every rule', () => {
    const { kept, cues, doubts } = entry?.certificate ?? {}
    expect(kept).toBe(cues)
    expect(doubts).toBe(cut.certificate.doubts)
    expect(doubts).toBeGreaterThan(10)
  })
})
