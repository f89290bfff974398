import { createServer } from 'node:http'

/** A word that a stand-in transcribes, with its times in seconds. */
export type Heard = readonly [text: string, start: number, end: number]

interface Request {
  model: string
  granularities: string[]
  prompt: string
  bytes: Uint8Array
}
type Answer = readonly [status: number, body: unknown]

const isWav = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return view.getUint32(0) === 0x52494646 && view.getUint16(22, true) === 1 && view.getUint32(24, true) === 16_000
}
const segmentOf = (heard: readonly Heard[], words: unknown) => ({
  text: ` ${heard.map(([text]) => text).join(' ')}`,
  start: heard[0]?.[1] ?? 0,
  end: heard.at(-1)?.[2] ?? 0,
  avg_logprob: -0.2,
  words,
})
const textOf = (heard: readonly Heard[]) => heard.map(([text]) => text).join(' ')
const bare = (text: string) => text.replace(/[.,?!]+$/, '')

/** Responses and refusals of each server, as its documentation and issues describe them (November 2026). */
export const SPEECH_SERVERS: Record<string, (request: Request, heard: readonly Heard[]) => Answer> = {
  // Pieces carry a leading space where they begin a word. Words only for `timestamp_granularities[]`.
  speaches({ model, granularities }, heard) {
    if (model === '') return [422, { detail: [{ loc: ['body', 'model'], msg: 'Field required' }] }]
    const pieces = heard.flatMap(([text, start, end]) => {
      const cut = text.indexOf("'")
      if (cut < 1) return [{ word: ` ${text}`, start, end, probability: 0.97 }]
      const middle = (start + end) / 2
      return [
        { word: ` ${text.slice(0, cut)}`, start, end: middle, probability: 0.97 },
        { word: text.slice(cut), start: middle, end, probability: 0.9 },
      ]
    })
    const words = granularities.includes('word') ? pieces : null
    return [200, { text: textOf(heard), language: 'en', words, segments: [segmentOf(heard, null)] }]
  },
  // Reads WAV at 16 kHz alone, ignores granularities, and lists pieces in its segments.
  'whisper.cpp'({ bytes }, heard) {
    if (!isWav(bytes)) return [400, { error: 'failed to read audio data' }]
    const pieces = heard.flatMap(([text, start, end]) => [
      { word: ` ${bare(text)}`, start, end, probability: 0.9 },
      ...(bare(text) === text ? [] : [{ word: text.slice(bare(text).length), start: end, end, probability: 0.8 }]),
    ])
    return [200, { text: ` ${textOf(heard)}\n`, language: 'english', segments: [segmentOf(heard, pieces)] }]
  },
  // Version 0.0.3: ignores model and granularities, and returns segments whose times are whole seconds, without words.
  'faster-whisper-server'(_, heard) {
    const { text, start, end } = segmentOf(heard, undefined)
    const segment = { id: 0, text, start: Math.floor(start), end: Math.ceil(end), tokens: [50_364, 400, 50_764] }
    const measured = { temperature: 0, avg_logprob: -0.286, compression_ratio: 1.35, no_speech_prob: 0.092 }
    return [200, { task: 'transcribe', language: 'en', duration: end, text, segments: [{ ...segment, ...measured }] }]
  },
  // Words without punctuation and confidence beside a text with punctuation.
  OpenAI({ model, granularities }, heard) {
    if (model.startsWith('gpt-4o'))
      return [400, { error: { message: `response_format 'verbose_json' is not compatible with model '${model}'.` } }]
    const words = heard.map(([text, start, end]) => ({ word: bare(text), start, end }))
    return [200, { text: textOf(heard), language: 'english', ...(granularities.includes('word') && { words }) }]
  },
}

/** Starts a stand-in that transcribes every piece as the same words. */
export async function startSpeechServer(name: string, heard: readonly Heard[]) {
  const requests: Request[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(Buffer.from(chunk))
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': req.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file')
    const request = {
      model: String(form.get('model') ?? ''),
      granularities: form.getAll('timestamp_granularities[]').map(String),
      prompt: String(form.get('prompt') ?? ''),
      bytes: file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
    }
    requests.push(request)
    const isKnown = req.url === '/v1/audio/transcriptions' && form.get('response_format') === 'verbose_json'
    const [status, body] = isKnown ? (SPEECH_SERVERS[name]?.(request, heard) ?? [500, {}]) : [404, {}]
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
