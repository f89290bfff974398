import { useState } from 'react'

/**
 * The picture of a video; without one, a caption bar. A list that is requested again brings new links to the same
 * picture, so the first one stays.
 */
export function Thumbnail({ src, large }: { src: string | undefined; large?: boolean }) {
  const [kept, setKept] = useState(src)
  const [broken, setBroken] = useState<string>()
  if (kept === undefined && src !== undefined) setKept(src)
  const shown = kept === broken ? src : kept
  return (
    <span className="thumbnail" data-large={large || undefined}>
      {shown !== undefined && shown !== broken ? (
        <img src={shown} alt="" onError={() => setBroken(shown)} />
      ) : (
        <svg viewBox="0 0 96 54" aria-hidden="true">
          <path d="M28 30h40M33 40h30" />
        </svg>
      )}
    </span>
  )
}
