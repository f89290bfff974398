import { beforeAll, describe, expect, it } from 'vitest'
import { jsonError } from '#local-aws/aws/service.ts'
import { UPLOAD_SECONDS } from '../../lambdas/contract/limits.ts'
import { announce, closed, media, sendForm } from '../support/journey.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { paddedVideo } from '../support/padded-video.ts'
import { beginParts, completeParts, putPart, sendParts, signParts } from '../support/parts.ts'
import { shareStory } from '../support/running.ts'
import { expectBalancedLedger } from '../support/stored-rows.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const story = await shareStory()
let person: Visitor
let stranger: Visitor
let hello: Buffer

beforeAll(async () => {
  person = await visitor(story.cloud, 'uploader')
  stranger = await visitor(story.cloud, 'stranger-to-uploads')
  hello = await media('../../../local/sample/hello.mp4')
})

const codeOf = async (answer: Promise<Response>): Promise<string> => {
  const text = await (await answer).text()
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? text
}

describe('an upload in parts', () => {
  it('of 40 MB survives a lost part, is assembled and becomes subtitles', async () => {
    const large = await paddedVideo(40 * 1024 ** 2)
    const upload = await beginParts(person.api, large)
    expect(upload.parts).toBe(3)
    await sendParts(person.api, upload, large, [1, 3])
    await expect(completeParts(person.api, upload)).rejects.toThrow('UPLOAD_INCOMPLETE')
    const { received } = await signParts(person.api, upload, [2])
    expect(received.map(({ part, size }) => [part, size])).toEqual([
      [1, upload.partBytes],
      [3, large.length - 2 * upload.partBytes],
    ])
    await sendParts(person.api, upload, large, [2])
    await completeParts(person.api, upload)
    await completeParts(person.api, upload)
    expect(await closed(person.api, upload.entry.key)).toMatchObject({ status: 'done', used_token: 4 })
    await expect(signParts(person.api, upload, [1])).rejects.toThrow('UPLOAD_CLOSED')
  })

  it('accepts no part whose length differs from the announced one', async () => {
    const large = await paddedVideo(33 * 1024 ** 2)
    const upload = await beginParts(person.api, large)
    const { urls } = await signParts(person.api, upload, [3])
    const [last] = urls
    for (const bytes of [upload.partBytes, 10])
      expect(await codeOf(putPart(last?.url ?? '', large.subarray(0, bytes)))).toBe('SignatureDoesNotMatch')
    await expect(signParts(person.api, upload, [4])).rejects.toThrow('BAD_REQUEST')
    await expect(completeParts(person.api, upload)).rejects.toThrow('UPLOAD_INCOMPLETE')
  })

  it('that belongs to another user can be neither signed nor completed', async () => {
    const large = await paddedVideo(33 * 1024 ** 2)
    const { entry, uploadId } = await beginParts(person.api, large)
    const parameters = { key: entry.key }
    for (const answer of [
      await stranger.call('signParts', { parameters, body: { uploadId, parts: [1] } }),
      await stranger.call('completeUpload', { parameters, body: { uploadId } }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'NO_VIDEO' } })
  })

  it('is found again by its request id if the response was lost', async () => {
    const { dynamoDb } = story.cloud.services
    const ask = dynamoDb.handle
    dynamoDb.handle = async request => {
      const answer = await ask(request)
      const isKept = request.operation === 'UpdateItem' && request.body.includes('upload_id')
      if (!isKept) return answer
      dynamoDb.handle = ask
      return jsonError(500, 'InternalServerError', 'as the test asked')
    }
    const other = await visitor(story.cloud, 'unlucky')
    const large = await paddedVideo(33 * 1024 ** 2)
    const upload = await beginParts(other.api, large)
    expect(dynamoDb.handle).toBe(ask)
    expect((await signParts(other.api, upload, [1])).urls).toHaveLength(1)
  })
})

describe('a presigned form', () => {
  let people = 0
  const fresh = async () => {
    people += 1
    return (await visitor(story.cloud, `guest-${people}`)).api
  }

  /** Posts a form with these fields and this file; returns S3's error code. */
  async function refusal(changes: Record<string, string>, bytes = hello): Promise<string> {
    const { post } = await announce(await fresh(), hello)
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...post.fields, ...changes })) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(bytes)]), 'file.mp4')
    return codeOf(fetch(post.url, { method: 'POST', body: form }))
  }

  it('accepts no file larger than announced', async () => {
    expect(await refusal({}, Buffer.concat([hello, Buffer.alloc(1)]))).toBe('EntityTooLarge')
  })

  it('accepts no other type, no other key and no additional field', async () => {
    expect(await refusal({ 'Content-Type': 'text/html' })).toBe('AccessDenied')
    expect(await refusal({ key: `videos/${person.uid}/20260101000000_a.mp4` })).toBe('AccessDenied')
    expect(await refusal({ success_action_redirect: 'https://evil.example' })).toBe('AccessDenied')
  })

  it('expires after an hour', async () => {
    const { post } = await announce(await fresh(), hello)
    story.passTime(UPLOAD_SECONDS * 1000 + 1000)
    await expect(sendForm(post, hello)).rejects.toThrow('Policy expired')
    story.passTime(0)
    await sendForm(post, hello)
  })

  it('is not issued for a file that is too large, too long, empty or not an MP4', async () => {
    const body = { filename: 'a.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
    const answer = async (changes: object) => (await person.call('submitVideo', { body: { ...body, ...changes } })).body
    expect(await answer({ size: 2 * 1024 ** 3 + 1 })).toMatchObject({ code: 'TOO_LARGE' })
    expect(await answer({ durationSeconds: 4 * 3600 + 1 })).toMatchObject({ code: 'TOO_LONG' })
    expect(await answer({ type: 'video/quicktime' })).toMatchObject({ code: 'NOT_MP4' })
    for (const changes of [{ size: 0 }, { size: -5 }, { durationSeconds: 0 }, { filename: '' }, { size: 1.5 }])
      expect(await answer(changes)).toMatchObject({ code: 'BAD_REQUEST' })
  })
})

it('after all stories the ledger balances and the logs contain no key', async () => {
  await expectBalancedLedger(story.cloud)
  expectNoPersonalData(story.cloud, 'long talk', 'uploader', 'stranger')
})
