import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { PACKAGES, SIGNUP_TOKENS, tokenCost } from '../../lambdas/contract/pricing.ts'
import { parseYoutubeId, youtubeUrl } from '../../lambdas/contract/youtube.ts'
import { pieces, spoken, won } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { FileButton, useFileDrop } from '../shared/layout/files.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { loadPart } from '../shared/load-part.ts'
import { ProviderButtons } from '../shared/provider-buttons.tsx'
import { codeOf, messageOf } from '../shared/request-failed.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { COMMON, SIGN_IN } from '../shared/texts.ts'
import type { Probe, TrackChoice } from '../upload/media/probe.ts'
import { HOME, PRICE_CHECK } from './texts.ts'

const loadProbe = loadPart(() => import('../upload/media/probe.ts'))
const TrackQuestion = lazyWithPreload(() => import('../upload/track-question.tsx'))
const loadKeepFile = loadPart(() => import('../upload/keep-file.ts'))

/** Keeps a file in this browser over the sign-in. */
async function keepFile(file: File, facts: Probe): Promise<boolean> {
  const { keepFile } = await loadKeepFile()
  return keepFile(file, facts)
}

/** A video of known length: from its link, or from a file read in this browser. */
export interface Priced {
  durationSeconds: number
  /** Title or file name. */
  name: string
  /** The link that the sign-in passes on, or the file that the browser keeps meanwhile. */
  source: { link: string } | { file: File; facts: Probe }
}

type State =
  | { step: 'idle' }
  | { step: 'reading' }
  | { step: 'failed'; of: 'link' | 'file'; message: string }
  | { step: 'priced'; of: Priced }

/** Shows the price of a video before sign-in. A separate chunk, because it needs the deployment's settings. */
export default function PriceCheck() {
  const { api } = useServices()
  const { youtubeFetch } = useConfig()
  const [link, setLink] = useState('')
  const [state, setState] = useState<State>({ step: 'idle' })
  const asked = useRef(0)
  const form = useRef<HTMLFormElement>(null)
  const note = useId()

  /** Shows only the result of the latest request. */
  const ask = async (of: 'link' | 'file', read: () => Promise<Priced>) => {
    asked.current += 1
    const mine = asked.current
    setState({ step: 'reading' })
    const next = await read().then(
      (priced): State => ({ step: 'priced', of: priced }),
      (error: unknown): State => ({ step: 'failed', of, message: explainRefusal(error) }),
    )
    if (mine !== asked.current) return
    setState(next)
  }
  const askLink = (text: string) => {
    const id = parseYoutubeId(text)
    if (!id) return setState({ step: 'failed', of: 'link', message: COMMON.linkWrong })
    // Without the router, which would begin a new visit of the screen.
    history.replaceState(history.state, '', `/${linkQuery(youtubeUrl(id))}`)
    void ask('link', async () => {
      const { title, durationSeconds } = await api('priceYoutube', { parameters: { id } })
      return { name: title, durationSeconds, source: { link: youtubeUrl(id) } }
    })
  }
  const askFile = ([file]: readonly File[]) => {
    if (!file) return
    void ask('file', async () => {
      const { probe } = await loadProbe()
      const facts = await probe(file)
      return { name: file.name, durationSeconds: facts.durationSeconds, source: { file, facts } }
    })
  }

  useFileDrop(PRICE_CHECK.drop, askFile)

  // Somebody who comes back from the sign-in without having signed in finds the link and its price again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit.
  useEffect(() => {
    const before = new URLSearchParams(location.search).get('link')
    if (!youtubeFetch || before === null) return
    setLink(before)
    askLink(before)
  }, [])

  // On a phone, the price and its button are otherwise below the edge of the screen.
  useEffect(() => {
    if (state.step === 'priced' || state.step === 'failed') form.current?.scrollIntoView({ block: 'nearest' })
  }, [state])

  return (
    <form
      ref={form}
      className="price-check"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        askLink(link)
      }}
    >
      {youtubeFetch && (
        <div className="price-link">
          <input
            type="url"
            inputMode="url"
            autoComplete="off"
            className="price-field"
            aria-label={PRICE_CHECK.link}
            aria-describedby={note}
            aria-invalid={state.step === 'failed' && state.of === 'link'}
            placeholder={PRICE_CHECK.linkPlaceholder}
            value={link}
            onChange={event => setLink(event.target.value)}
            onPaste={event => {
              const pasted = event.clipboardData.getData('text').trim()
              if (!parseYoutubeId(pasted)) return
              event.preventDefault()
              setLink(pasted)
              askLink(pasted)
            }}
          />
          <Button type="submit" kind={state.step === 'priced' ? undefined : 'primary'}>
            {PRICE_CHECK.check}
          </Button>
        </div>
      )}
      <FileButton className="price-file" accept="video/mp4" help={note} onFiles={askFile}>
        {PRICE_CHECK.file}
      </FileButton>
      <p id={note} className="muted small price-note">
        {youtubeFetch ? PRICE_CHECK.privacy : PRICE_CHECK.fileOnly}
      </p>
      <div className="price-answer" role="status">
        <Answer state={state} />
      </div>
      {state.step === 'priced' && <StartButton key={state.of.name} priced={state.of} />}
    </form>
  )
}

function Answer({ state }: { state: State }) {
  if (state.step === 'idle')
    return (
      <p className="muted small">
        {PRICE_CHECK.title} {HOME.cost}
      </p>
    )
  if (state.step === 'reading') return <p className="muted">{PRICE_CHECK.reading}</p>
  if (state.step === 'failed') return <p className="form-error">{state.message}</p>
  const { durationSeconds, name } = state.of
  const tokens = tokenCost(durationSeconds)
  const length = spoken(durationSeconds)
  const rest = tokens - SIGNUP_TOKENS
  return (
    <>
      <p className="muted small price-name">{name}</p>
      <p className="price-sum">
        {tokens === 0 ? PRICE_CHECK.free(length) : PRICE_CHECK.price(length, pieces(tokens), formatPrice(tokens))}
      </p>
      <p>{rest > 0 ? PRICE_CHECK.afterGift(pieces(rest), formatPrice(rest)) : PRICE_CHECK.gift}</p>
    </>
  )
}

/** Leads to the sign-in. The link or the file is there again afterwards. */
function StartButton({ priced: { source } }: { priced: Priced }) {
  const [state, setState] = useState<'idle' | 'keeping' | 'kept' | 'too-large'>('idle')
  const [choice, setChoice] = useState<TrackChoice>()
  const choices = 'file' in source ? source.facts.choices : undefined
  const start = async () => {
    if ('link' in source) return setState('kept')
    setState('keeping')
    const isKept = await keepFile(source.file, { ...source.facts, ...choice }).catch((error: unknown) => {
      console.error(error)
      return false
    })
    setState(isKept ? 'kept' : 'too-large')
  }
  const returnTo = 'link' in source ? `/${linkQuery(source.link)}` : '/?way=file'
  return (
    <>
      {'file' in source && choices && (
        <TrackQuestion
          file={source.file}
          choices={choices}
          trackId={choice?.trackId}
          name={undefined}
          onChoose={setChoice}
        />
      )}
      <Button
        kind="primary"
        size="large"
        wide
        disabled={state === 'keeping' || (choices !== undefined && !choice)}
        onClick={() => void start()}
      >
        {state === 'keeping' ? PRICE_CHECK.keeping : PRICE_CHECK.start}
      </Button>
      {(state === 'kept' || state === 'too-large') && (
        <Dialog title={SIGN_IN.login} onClose={() => setState('idle')}>
          <p className="dialog-note">{state === 'kept' ? PRICE_CHECK.next : PRICE_CHECK.nextFile}</p>
          <ProviderButtons returnTo={returnTo} />
          <div className="dialog-actions">
            <Button onClick={() => setState('idle')}>{COMMON.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

const linkQuery = (link: string) => `?link=${encodeURIComponent(link)}`

/** Formats the price without bonus. */
function formatPrice(tokens: number): string {
  const [{ price, tokens: sold }] = PACKAGES
  return won((tokens * price) / sold)
}

/** The Korean reason for a refused file or request; if guests have made too many requests, suggests signing in. */
function explainRefusal(error: unknown): string {
  const code = codeOf(error)
  if (code === 'TOO_MANY_REQUESTS' || code === 'YOUTUBE_QUOTA') return PRICE_CHECK.crowded
  return messageOf(error)
}
