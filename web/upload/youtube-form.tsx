import { TextField } from '@aws-amplify/ui-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { MAX_OPEN_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { parseYoutubeId } from '../../lambdas/contract/youtube.ts'
import { Button } from '../shared/layout/button.tsx'
import { codeOf, messageOf } from '../shared/request-failed.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { COMMON } from '../shared/texts.ts'
import type { Candidate } from './candidates.ts'
import { readLinks, splitLinks } from './group/read-links.ts'
import { UPLOAD } from './texts.ts'

interface YoutubeFormProps {
  /** A link to look up at once, such as one stored during a purchase; '' for none. */
  startWith: string
  onQuote(quote: RouteResponse<'quoteYoutube'>): void
  /** Receives the videos of several links as one candidate. */
  onSeveral(candidate: Candidate): void
  onUseFile(): void
}

type State = { step: 'idle' | 'reading' | 'waiting' | 'not-fetchable' } | { step: 'failed'; message: string }

/**
 * Accepts a YouTube link. Looks up a pasted link at once, or, if the browser is offline, once it is online again. Other
 * text is never sent to the server.
 */
export function YoutubeForm({ startWith, onQuote, onSeveral, onUseFile }: YoutubeFormProps) {
  const { api } = useServices()
  const [link, setLink] = useState(startWith)
  const { youtubeFetch } = useConfig()
  const resting: State['step'] = youtubeFetch ? 'idle' : 'not-fetchable'
  const [state, setState] = useState<State>({ step: resting })
  const reading = useRef<AbortController>(undefined)
  const latestOnQuote = useRef(onQuote)
  latestOnQuote.current = onQuote

  const read = useCallback(
    async (text: string) => {
      const id = parseYoutubeId(text)
      if (!id) return setState({ step: 'failed', message: COMMON.linkWrong })
      if (!youtubeFetch) return setState({ step: 'not-fetchable' })
      reading.current?.abort()
      const controller = new AbortController()
      reading.current = controller
      setState({ step: 'reading' })
      try {
        const quote = await api('quoteYoutube', { parameters: { id }, signal: controller.signal })
        setState({ step: quote.fetchable ? 'idle' : 'not-fetchable' })
        if (quote.fetchable) latestOnQuote.current(quote)
      } catch (error) {
        if (controller.signal.aborted) return
        console.error(error)
        const waits = codeOf(error) === 'OFFLINE' && !navigator.onLine
        setState(waits ? { step: 'waiting' } : { step: 'failed', message: messageOf(error) })
      }
    },
    [api, youtubeFetch],
  )

  const readAll = async (links: readonly string[]) => {
    if (!youtubeFetch) return setState({ step: 'not-fetchable' })
    if (links.length > MAX_OPEN_SUBMISSIONS)
      return setState({ step: 'failed', message: UPLOAD.tooMany(MAX_OPEN_SUBMISSIONS) })
    reading.current?.abort()
    const controller = new AbortController()
    reading.current = controller
    setState({ step: 'reading' })
    const candidate = await readLinks(api, links, controller.signal)
    if (controller.signal.aborted) return
    const [refusal = COMMON.linkWrong] = candidate.refused
    setState(candidate.items.length > 0 ? { step: resting } : { step: 'failed', message: refusal })
    if (candidate.items.length > 0) onSeveral(candidate)
  }

  const isWaiting = state.step === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const continueReading = () => void read(link)
    window.addEventListener('online', continueReading)
    return () => window.removeEventListener('online', continueReading)
  }, [isWaiting, link, read])

  useEffect(() => {
    if (startWith) void read(startWith)
    return () => reading.current?.abort()
  }, [startWith, read])

  return (
    <form
      className="link-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const [first = '', ...others] = splitLinks(link)
        void (others.length > 0 ? readAll([first, ...others]) : read(first))
      }}
    >
      <TextField
        className="link-field"
        label={UPLOAD.linkLabel}
        labelHidden
        placeholder={UPLOAD.linkPlaceholder}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={link}
        hasError={state.step === 'failed'}
        errorMessage={state.step === 'failed' ? state.message : undefined}
        onChange={event => {
          setLink(event.target.value)
          setState({ step: resting })
        }}
        onPaste={event => {
          const pasted = event.clipboardData.getData('text')
          const links = splitLinks(pasted)
          if (links.length > 1 && links.some(parseYoutubeId)) {
            event.preventDefault()
            setLink(links.join(' '))
            return void readAll(links)
          }
          const [only = ''] = links
          if (!parseYoutubeId(only)) return
          event.preventDefault()
          setLink(only)
          void read(only)
        }}
      />
      <Button kind="primary" type="submit" disabled={state.step === 'reading'}>
        {UPLOAD.linkRead}
      </Button>
      <p className="form-status" role="status">
        {state.step === 'idle' && UPLOAD.linkHelp}
        {state.step === 'reading' && UPLOAD.linkReading}
        {isWaiting && UPLOAD.linkWaits}
        {state.step === 'not-fetchable' && UPLOAD.notFetchable}
      </p>
      {state.step === 'not-fetchable' && <Button onClick={onUseFile}>{UPLOAD.useFile}</Button>}
    </form>
  )
}
