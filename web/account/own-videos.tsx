import { useEffect, useState } from 'react'
import { bytes } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { announce } from '../shared/layout/toasts.tsx'
import { forgetOwnVideo, listOwnVideos, type OwnVideo } from '../shared/own-video/store.ts'
import { ACCOUNT } from './texts.ts'

/** The videos that this browser remembers for the editor, each with a button to forget it. */
export function OwnVideos() {
  const [videos, setVideos] = useState<readonly OwnVideo[]>()
  const read = () =>
    listOwnVideos().then(setVideos, (error: unknown) => {
      console.warn(error)
      setVideos([])
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once.
  useEffect(() => void read(), [])
  const forget = async (forgotten: readonly OwnVideo[]) => {
    for (const { key } of forgotten) await forgetOwnVideo(key)
    await read()
    announce(ACCOUNT.videosForgotten)
  }
  if (!videos) return null
  return (
    <section>
      <h2>{ACCOUNT.videosTitle}</h2>
      <p className="muted">{videos.length === 0 ? ACCOUNT.videosNone : ACCOUNT.videosText}</p>
      {videos.length > 0 && (
        <>
          <ul className="own-videos">
            {videos.map(video => (
              <li key={video.key}>
                <span className="own-video-name">{video.name}</span>
                <span className="muted small numbers">
                  {video.bytes > 0 ? bytes(video.bytes) : ACCOUNT.videoInPlace}
                </span>
                <Button kind="plain" size="small" onClick={() => void forget([video])}>
                  <span aria-hidden="true">{ACCOUNT.forgetVideo}</span>
                  <span className="visually-hidden">{ACCOUNT.forgetVideoOf(video.name)}</span>
                </Button>
              </li>
            ))}
          </ul>
          <Button kind="outline" onClick={() => void forget(videos)}>
            {ACCOUNT.forgetVideos}
          </Button>
        </>
      )}
    </section>
  )
}
