import { useEffect, useRef, useState } from 'react'
import { findHandle } from '../../shared/own-video/handles.ts'
import { keepOwnVideo } from '../../shared/own-video/keep-video.ts'
import { findOwnVideo, forgetOwnVideo, type RememberedVideo } from '../../shared/own-video/store.ts'

/** The video that this browser remembers for an entry: opened at once if the browser permits, otherwise on request. */
export function useRemembered(key: string, onFile: (file: File) => void, onGone: () => void) {
  const [video, setVideo] = useState<RememberedVideo>()
  const [share, setShare] = useState<number>()
  const copying = useRef<AbortController>(undefined)
  useEffect(() => {
    let isGone = false
    void findOwnVideo(key, Date.now()).then(found => {
      if (isGone) return
      setVideo(found)
      if (found?.file) onFile(found.file)
    })
    return () => {
      isGone = true
    }
  }, [key, onFile])
  const keep = async (file: File) => {
    setShare(0)
    copying.current = new AbortController()
    const { signal } = copying.current
    const keeping = { now: Date.now, onShare: setShare, signal }
    const isKept = await keepOwnVideo(key, file, file.name, keeping)
    setVideo(isKept ? await findOwnVideo(key, Date.now()) : undefined)
    setShare(undefined)
  }
  return {
    video,
    /** How much of the video has been copied, from 0 to 1; `undefined` if none is being copied. */
    share,
    stop: () => copying.current?.abort(),
    /** Opens the video after the browser's permission prompt. */
    open: () => void video?.open().then(file => file && onFile(file)),
    keep,
    /** Remembers an opened file if it has a handle, which takes no space. */
    note: async (file: File) => ((await findHandle(file)) ? keep(file) : setVideo(undefined)),
    forget: async () => {
      await forgetOwnVideo(key).catch(console.warn)
      // Deleting a copy takes away the video that is shown; a file opened by its handle still exists.
      if (video && video.bytes > 0) onGone()
      setVideo(undefined)
    },
  }
}
