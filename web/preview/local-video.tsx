import { useEffect, useState } from 'react'
import { PREVIEW } from '../shared/texts/archive.ts'

/** Plays a video from the user's computer behind the cues; it is never uploaded. If it cannot be played, the cues run alone. */
export function LocalVideo({ onVideo }: { onVideo(video: HTMLVideoElement | null): void }) {
  const [url, setUrl] = useState<string>()
  const [broken, setBroken] = useState(false)
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])

  return (
    <>
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: this screen draws the captions over the video itself.
        <video
          ref={onVideo}
          src={url}
          playsInline
          onError={() => {
            setUrl(undefined)
            setBroken(true)
          }}
        />
      )}
      {!url && (
        <div className="stage-open">
          <label className="button">
            {PREVIEW.openFile}
            <input
              className="visually-hidden"
              type="file"
              accept="video/*"
              onChange={event => {
                const file = event.target.files?.[0]
                setBroken(false)
                if (file) setUrl(URL.createObjectURL(file))
              }}
            />
          </label>
          <p className="small">{PREVIEW.openHelp}</p>
          <p className="small" role="alert">
            {broken && PREVIEW.cannotPlay}
          </p>
        </div>
      )}
    </>
  )
}
