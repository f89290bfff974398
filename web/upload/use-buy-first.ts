import { useState } from 'react'
import { useNavigate } from 'react-router'
import { showToast } from '../layout/toasts.ts'
import { messageOf } from '../request-failed.ts'
import { CONFIRM } from '../texts/upload.ts'
import type { Candidate } from './candidate.ts'
import { keepVideo } from './kept-video.ts'

/** Keeps the video and goes to the packages; after the payment the popup comes up again with this very video. */
export function useBuyFirst() {
  const navigate = useNavigate()
  const [keeping, setKeeping] = useState(false)
  const [error, setError] = useState<string>()

  const buy = async (candidate: Candidate) => {
    setKeeping(true)
    try {
      const { copySound } = await import('./media/copy-sound.ts')
      const signal = new AbortController().signal
      const kept = await keepVideo(candidate, file => copySound(file, { signal, onProgress() {} }), Date.now())
      if (!kept) showToast({ kind: 'error', text: CONFIRM.chooseAgain })
      navigate('/addtoken')
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
      setKeeping(false)
    }
  }
  return { buy, keeping, error }
}
