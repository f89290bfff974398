import { TextField } from '@aws-amplify/ui-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_OPEN_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
import { parseYoutubeId } from '../../lambdas/contract/youtube.ts'
import { Button } from '../shared/layout/button.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { codeOf, Refused } from '../shared/request-failed.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { COMMON } from '../shared/texts.ts'
import { useForm } from '../shared/use-form.tsx'
import { useStable } from '../shared/use-stable.ts'
import type { Candidate } from './candidates.ts'
import { readLinks, splitLinks } from './group/read-links.ts'
import { UPLOAD } from './texts.ts'

interface YoutubeFormProps {
  /** A link to look up at once; '' for none. */
  startWith: string
  onChosen(candidate: Candidate): void
  onUseFile(): void
}

/**
 * Accepts a YouTube link. Looks up a pasted link at once, or, if the browser is offline, once it is online again. Other
 * text is never sent to the server.
 */
export function YoutubeForm({ startWith, onChosen, onUseFile }: YoutubeFormProps) {
  const { api } = useServices()
  const { youtubeFetch } = useConfig()
  const [link, setLink] = useState(startWith)
  const [isFetchable, setIsFetchable] = useState(youtubeFetch)
  const [isWaiting, setIsWaiting] = useState(false)
  const reading = useRef<AbortController>(undefined)
  const form = useForm<string>(async (text = link) => {
    reading.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    reading.current = controller
    setIsWaiting(false)
    const links = splitLinks(text)
    const [id] = links.map(parseYoutubeId)
    if (links.length <= 1 && !id) throw new Refused(COMMON.linkWrong)
    if (!youtubeFetch) return
    if (links.length > MAX_OPEN_SUBMISSIONS) throw new Refused(UPLOAD.tooMany(MAX_OPEN_SUBMISSIONS))
    if (links.length > 1 || !id) {
      const candidate = await readLinks(api, links, signal)
      if (signal.aborted) return
      const [refusal = COMMON.linkWrong] = candidate.refused
      if (candidate.items.length === 0) throw new Refused(refusal)
      return onChosen(candidate)
    }
    try {
      const quote = await api('quoteYoutube', { parameters: { id }, signal })
      setIsFetchable(quote.fetchable)
      if (quote.fetchable) onChosen({ items: [{ id: crypto.randomUUID(), kind: 'youtube', quote }], refused: [] })
    } catch (error) {
      if (signal.aborted) return
      if (codeOf(error) !== 'OFFLINE' || navigator.onLine) throw error
      setIsWaiting(true)
    }
  })
  const read = useStable(form.run)

  useEffect(() => {
    if (!isWaiting) return
    const continueReading = () => read()
    window.addEventListener('online', continueReading)
    return () => window.removeEventListener('online', continueReading)
  }, [isWaiting, read])

  useEffect(() => {
    if (startWith) read(startWith)
    return () => reading.current?.abort()
  }, [startWith, read])

  const isResting = !form.busy && !isWaiting && form.error === undefined
  // Reading the link again would lead nowhere.
  const isRefused = isResting && !isFetchable
  return (
    <form className="link-form" {...form.props}>
      <TextField
        className="link-field"
        label={UPLOAD.linkLabel}
        labelHidden
        placeholder={UPLOAD.linkPlaceholder}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={link}
        hasError={form.error !== undefined}
        errorMessage={form.error}
        onChange={event => {
          setLink(event.target.value)
          setIsFetchable(youtubeFetch)
          setIsWaiting(false)
        }}
        onPaste={event => {
          const links = splitLinks(event.clipboardData.getData('text'))
          if (!links.some(parseYoutubeId)) return
          event.preventDefault()
          setLink(links.join(' '))
          read(links.join(' '))
        }}
      />
      {!isRefused && (
        <Button kind="primary" type="submit" disabled={form.busy}>
          {UPLOAD.linkRead}
        </Button>
      )}
      <div className="form-status" role="status">
        {form.busy && UPLOAD.linkReading}
        {isWaiting && UPLOAD.linkWaits}
        {isResting && isFetchable && <Sentences text={UPLOAD.linkHelp} />}
        {isRefused && (
          <div className="row note" data-kind="problem">
            <p>{UPLOAD.notFetchable}</p>
            <Button kind="primary" onClick={onUseFile}>
              {UPLOAD.useFile}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}
