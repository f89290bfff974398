/** The part of `HTMLMediaElement` that playback needs. Times in seconds. */
export interface Playable extends EventTarget {
  currentTime: number
  playbackRate: number
  readonly paused: boolean
  readonly ended: boolean
  /** Absent if the player does not tell it. */
  readonly duration?: number
  play(): Promise<void>
  pause(): void
}

const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com'

/** URL of YouTube's embedded player on its cookie-free host, with its message API enabled. */
export function youtubePlayerUrl(id: string, origin: string): string {
  const query = new URLSearchParams({ enablejsapi: '1', playsinline: '1', rel: '0', cc_load_policy: '0', origin })
  return `${YOUTUBE_PLAYER}/embed/${encodeURIComponent(id)}?${query}`
}

/**
 * Whether YouTube can be reached, by a small picture of the video. A frame does not tell the page that it shows the
 * browser's error page.
 */
export function canReachYoutube(id: string): Promise<boolean> {
  return new Promise(resolve => {
    const picture = new Image()
    picture.onload = () => resolve(true)
    picture.onerror = () => resolve(false)
    picture.src = `https://i.ytimg.com/vi/${encodeURIComponent(id)}/default.jpg`
  })
}

const PLAYING = 1
const ENDED = 0

/**
 * YouTube's player in an iframe, controlled by the messages that YouTube's own script would send (`enablejsapi=1`).
 * That script is not loaded: the content security policy allows only the frame.
 */
export class YoutubeFrame extends EventTarget implements Playable {
  private readonly frame: HTMLIFrameElement
  private seconds = 0
  private reportedAt = 0
  private playerState = -1
  private rate = 1

  constructor(frame: HTMLIFrameElement) {
    super()
    this.frame = frame
    window.addEventListener('message', this.onMessage)
    frame.addEventListener('load', this.listen)
  }

  close(): void {
    window.removeEventListener('message', this.onMessage)
    this.frame.removeEventListener('load', this.listen)
  }

  get paused(): boolean {
    return this.playerState !== PLAYING
  }

  get ended(): boolean {
    return this.playerState === ENDED
  }

  /** The player reports its time a few times a second; between reports this extrapolates. */
  get currentTime(): number {
    return this.paused ? this.seconds : this.seconds + ((performance.now() - this.reportedAt) / 1000) * this.rate
  }

  set currentTime(seconds: number) {
    this.report(seconds)
    this.send('command', 'seekTo', [seconds, true])
    this.dispatchEvent(new Event('seeked'))
  }

  get playbackRate(): number {
    return this.rate
  }

  set playbackRate(rate: number) {
    this.report(this.currentTime)
    this.rate = rate
    this.send('command', 'setPlaybackRate', [rate])
  }

  async play(): Promise<void> {
    this.send('command', 'playVideo')
  }

  pause(): void {
    this.send('command', 'pauseVideo')
  }

  private readonly listen = () => this.send('listening')

  private send(event: string, func?: string, args: unknown[] = []): void {
    this.frame.contentWindow?.postMessage(
      JSON.stringify({ event, func, args, id: 1, channel: 'widget' }),
      YOUTUBE_PLAYER,
    )
  }

  private report(seconds: number): void {
    this.seconds = seconds
    this.reportedAt = performance.now()
  }

  private readonly onMessage = ({ origin, source, data }: MessageEvent) => {
    if (origin !== YOUTUBE_PLAYER || source !== this.frame.contentWindow || typeof data !== 'string') return
    const { currentTime, playerState } = parseInfo(data)
    if (currentTime !== undefined) {
      this.report(currentTime)
      this.dispatchEvent(new Event('timeupdate'))
    }
    if (playerState === undefined || playerState === this.playerState) return
    this.playerState = playerState
    this.dispatchEvent(new Event(playerState === PLAYING ? 'play' : 'pause'))
  }
}

function parseInfo(text: string): { currentTime?: number; playerState?: number } {
  try {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null || !('info' in message)) return {}
    const { info } = message
    if (typeof info !== 'object' || info === null) return {}
    return {
      currentTime: 'currentTime' in info && typeof info.currentTime === 'number' ? info.currentTime : undefined,
      playerState: 'playerState' in info && typeof info.playerState === 'number' ? info.playerState : undefined,
    }
  } catch {
    return {}
  }
}
