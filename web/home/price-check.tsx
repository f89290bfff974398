import { useEffect, useId, useRef, useState } from 'react'
import { PACKAGES, SIGNUP_TOKENS, tokenCost } from '../../lambdas/contract/pricing.ts'
import { parseYoutubeId, youtubeUrl } from '../../lambdas/contract/youtube.ts'
import { pieces, spoken, won } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { FileButton, useFileDrop } from '../shared/layout/files.tsx'
import { Alert } from '../shared/layout/states.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { loadPart } from '../shared/load-part.ts'
import { ProviderButtons } from '../shared/provider-buttons.tsx'
import { codeOf, Refused } from '../shared/request-failed.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { COMMON, SIGN_IN } from '../shared/texts.ts'
import { useForm } from '../shared/use-form.tsx'
import type { Probe, TrackChoice } from '../upload/media/probe.ts'
import { PRICE_CHECK } from './texts.ts'

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

/** Shows the price of a video before sign-in. A separate chunk, because it needs the deployment's settings. */
export default function PriceCheck() {
  const { api } = useServices()
  const { youtubeFetch } = useConfig()
  const [link, setLink] = useState('')
  const [isOfLink, setIsOfLink] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const note = useId()

  const readLink = async (text: string): Promise<Priced> => {
    const id = parseYoutubeId(text)
    if (!id) throw new Refused(COMMON.linkWrong)
    const address = youtubeUrl(id)
    // Without the router, which would begin a new visit of the screen.
    history.replaceState(history.state, '', `/${linkQuery(address)}`)
    const { title, durationSeconds } = await api('priceYoutube', { parameters: { id } })
    return { name: title, durationSeconds, source: { link: address } }
  }
  const readFile = async (file: File): Promise<Priced> => {
    const { probe } = await loadProbe()
    const facts = await probe(file)
    return { name: file.name, durationSeconds: facts.durationSeconds, source: { file, facts } }
  }
  const form = useForm((what: string | File = link) => {
    setIsOfLink(typeof what === 'string')
    return (typeof what === 'string' ? readLink(what) : readFile(what)).catch(explainCrowd)
  })
  const askFile = ([file]: readonly File[]) => file && form.run(file)
  const { error, result: priced } = form

  useFileDrop(PRICE_CHECK.drop, askFile)

  // Somebody who comes back from the sign-in without having signed in finds the link and its price again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit.
  useEffect(() => {
    const before = new URLSearchParams(location.search).get('link')
    if (!youtubeFetch || before === null) return
    setLink(before)
    form.run(before)
  }, [])

  // On a phone, the price and its button are otherwise below the edge of the screen.
  useEffect(() => {
    if (priced || error !== undefined) box.current?.scrollIntoView({ block: 'nearest' })
  }, [priced, error])

  return (
    <form ref={box} className="price-check" {...form.props}>
      {youtubeFetch && (
        <div className="price-link">
          <input
            type="url"
            inputMode="url"
            autoComplete="off"
            className="price-field"
            aria-label={PRICE_CHECK.link}
            aria-describedby={note}
            aria-invalid={error !== undefined && isOfLink}
            placeholder={PRICE_CHECK.linkPlaceholder}
            value={link}
            onChange={event => setLink(event.target.value)}
            onPaste={event => {
              const pasted = event.clipboardData.getData('text').trim()
              if (!parseYoutubeId(pasted)) return
              event.preventDefault()
              setLink(pasted)
              form.run(pasted)
            }}
          />
          <Alert>{isOfLink && error}</Alert>
          <Button type="submit" kind="soft" disabled={form.busy}>
            {PRICE_CHECK.check}
          </Button>
        </div>
      )}
      <div className="price-file">
        <FileButton accept="video/mp4" help={note} onFiles={askFile}>
          {PRICE_CHECK.file}
        </FileButton>
        <p id={note} className="muted small">
          {youtubeFetch ? PRICE_CHECK.privacy : PRICE_CHECK.fileOnly}
        </p>
      </div>
      <div className="price-answer" role="status">
        {form.busy && <p className="muted">{PRICE_CHECK.reading}</p>}
        {error !== undefined && !isOfLink && <p className="form-error">{error}</p>}
        {priced && <Price of={priced} />}
      </div>
      {priced && <StartButton key={priced.name} priced={priced} />}
    </form>
  )
}

function Price({ of: { durationSeconds, name } }: { of: Priced }) {
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
        <Dialog title={SIGN_IN.login} onClose={() => setState('idle')} close={COMMON.cancel} actions={null}>
          <p className="note">{state === 'kept' ? PRICE_CHECK.next : PRICE_CHECK.nextFile}</p>
          <ProviderButtons returnTo={returnTo} hasGift />
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

/** Suggests signing in if a guest has made too many requests. */
function explainCrowd(error: unknown): never {
  const code = codeOf(error)
  if (code !== 'TOO_MANY_REQUESTS' && code !== 'YOUTUBE_QUOTA') throw error
  throw new Refused(PRICE_CHECK.crowded, { cause: error })
}
