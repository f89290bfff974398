import { useEffect, useState } from 'react'
import { captureFrame } from './media/frame.ts'

/** A picture of a chosen file, once it is captured. */
export function useFrame(file: Blob | undefined, frame?: string): string | undefined {
  const [captured, setCaptured] = useState<string>()
  useEffect(() => {
    if (!file || frame !== undefined) return
    let isWanted = true
    void captureFrame(file).then(picture => isWanted && setCaptured(picture))
    return () => {
      isWanted = false
    }
  }, [file, frame])
  return frame ?? captured
}
