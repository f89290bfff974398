import { expect, it, vi } from 'vitest'
import { createClient } from '../src/service/client.ts'

it('retries a read if the connection breaks during the response', async () => {
  const broken = new ReadableStream({ start: body => body.error(new TypeError('terminated')) })
  const answers = [new Response(broken), new Response(JSON.stringify({ submissions: [] }))]
  const wait = vi.fn(async () => undefined)
  const context = {
    say: (name: string) => name,
    wait,
    signal: new AbortController().signal,
    fetch: async () => answers.shift() ?? Response.error(),
  }
  const client = createClient(context, { url: 'http://127.0.0.1:4280', key: 'key' })
  expect(await client.call('v1List')).toMatchObject({ submissions: [] })
  expect(wait).toHaveBeenCalledOnce()
})
