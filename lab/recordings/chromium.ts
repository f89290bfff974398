import { createServer } from 'node:http'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../../test/support/chromium.ts'

/** What Chromium's `<video>` says about a file: its length, and the film's times at which clicks are heard. */
export interface Played {
  /** Absent if it cannot play the file. */
  ms: number | undefined
  clicks: number[]
}

/** Files that play at the same time. */
const AT_ONCE = 6
const BLANK = '<!doctype html><input type="file">'

/** Plays files in Chromium, in real time, and listens. */
export async function playInChromium(files: readonly string[]): Promise<Played[]> {
  // Audio worklets need a secure context, such as a page of this machine.
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(BLANK))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const args = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required']
  const browser = await chromium.launch({ executablePath: chromiumPath(), args, headless: true })
  const played = new Map<string, Played>()
  const waiting = [...files]
  const playing = Array.from({ length: AT_ONCE }, async () => {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await page.setInputFiles('input', file)
      played.set(file, await page.evaluate(listen))
    }
  })
  await Promise.all(playing)
  await browser.close()
  server.close()
  return files.map(file => played.get(file) ?? { ms: undefined, clicks: [] })
}

/** Runs in the page: plays the chosen file to its end. */
async function listen(): Promise<Played> {
  const WORKLET = `registerProcessor('clicks', class extends AudioWorkletProcessor {
    quiet = 1
    process([[samples]]) {
      for (let i = 0; samples && i < samples.length; i += 1) {
        const isLoud = Math.abs(samples[i]) > 0.2
        if (isLoud && this.quiet > 0.2) this.port.postMessage((currentFrame + i) / sampleRate)
        this.quiet = isLoud ? 0 : this.quiet + 1 / sampleRate
      }
      return true
    }
  })`
  const file = document.querySelector('input')?.files?.[0]
  if (!file) throw new Error('no file is chosen')
  const video = document.createElement('video')
  video.src = URL.createObjectURL(file)
  const event = (name: string) => new Promise<string>(resolve => video.addEventListener(name, () => resolve(name)))
  const hasFailed = event('error')
  if ((await Promise.race([event('loadedmetadata'), hasFailed])) === 'error') return { ms: undefined, clicks: [] }
  // Behind the last keyframe, Chromium shows pictures after the end of an edit list, and then counts them.
  const ms = Math.round(video.duration * 1000)
  const context = new AudioContext()
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([WORKLET], { type: 'text/javascript' })))
  const listener = new AudioWorkletNode(context, 'clicks')
  context.createMediaElementSource(video).connect(listener).connect(context.destination)
  const heard: number[] = []
  listener.port.onmessage = ({ data }: MessageEvent<number>) => heard.push(data)
  // How far the film is ahead of the context's clock, which stops for no film.
  const ahead: { at: number; by: number }[] = []
  const watch = setInterval(
    () => ahead.push({ at: context.currentTime, by: video.currentTime - context.currentTime }),
    20,
  )
  await video.play()
  await Promise.race([event('ended'), hasFailed])
  clearInterval(watch)
  const clicks = heard.map(at => {
    const near = ahead.filter(each => Math.abs(each.at - at) < 0.25).map(({ by }) => by)
    return Math.round((at + (near.sort((a, b) => a - b)[near.length >> 1] ?? Number.NaN)) * 1000)
  })
  await context.close()
  return { ms, clicks }
}
