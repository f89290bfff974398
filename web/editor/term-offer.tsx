import { useCallback, useEffect, useRef, useState } from 'react'
import { particleFor } from '#subtitle-engine'
import type { BriefTerm } from '../../lambdas/contract/brief.ts'
import { type GlossaryTerm, TERM_LENGTHS } from '../../lambdas/contract/glossary.ts'
import { Button } from '../shared/layout/button.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { messageOf } from '../shared/request-failed.ts'
import type { Editor } from './editor.ts'
import { findChangedTerm, findReplacements } from './queue.ts'
import { REVIEW } from './texts.ts'

/** A Korean term that a user replaced by another. */
export interface TermChange {
  from: string
  to: string
}

export interface TermOffer {
  /** A term changed in one sentence that occurs in others. */
  elsewhere: (TermChange & { count: number }) | undefined
  /** A term corrected at least twice, for the user's own glossary. */
  repeated: TermChange | undefined
  /** A term was changed in so many more places at once. */
  noteReplaced(change: TermChange, count: number): void
  dismiss(which: 'elsewhere' | 'repeated'): void
}

/** Corrections of one term after which it is offered for the glossary. */
const REPEATED = 2

/** Offers to change a term everywhere once a user has changed it in one sentence and left that sentence. */
export function useTermOffer(editor: Editor, selected: string | undefined): TermOffer {
  const [elsewhere, setElsewhere] = useState<TermOffer['elsewhere']>()
  const [repeated, setRepeated] = useState<TermChange>()
  const before = useRef<{ id: string; korean: string }>(undefined)
  const corrections = useRef(new Map<string, number>())
  const noteReplaced = useCallback((change: TermChange, count: number) => {
    const name = `${change.from}\n${change.to}`
    const times = (corrections.current.get(name) ?? 0) + count
    corrections.current.set(name, times)
    if (times >= REPEATED && times - count < REPEATED) setRepeated(change)
  }, [])
  useEffect(() => {
    const { sentences } = editor.state.draft
    const left = before.current
    const now = sentences.find(({ id }) => id === left?.id)
    const change = left && now && findChangedTerm(left.korean, now.korean)
    if (change) {
      const count = findReplacements(editor.state.draft, change).length
      setElsewhere(count > 0 ? { ...change, count } : undefined)
      noteReplaced(change, 1)
    }
    const opened = sentences.find(({ id }) => id === selected)
    before.current = opened && { id: opened.id, korean: opened.korean }
  }, [editor, selected, noteReplaced])
  const dismiss = useCallback((which: 'elsewhere' | 'repeated') => {
    if (which === 'elsewhere') setElsewhere(undefined)
    else setRepeated(undefined)
  }, [])
  return { elsewhere, repeated, noteReplaced, dismiss }
}

interface TermOffersProps {
  offer: TermOffer
  /** What the translator was told: knows the English of many terms. */
  terms: readonly BriefTerm[]
  onShow(change: TermChange): void
  /** Absent where nobody is signed in. */
  keepTerm: ((term: GlossaryTerm) => Promise<unknown>) | undefined
}

/** What can be done with a changed term beyond its sentence: change it everywhere, keep it for the next videos. */
export function TermOffers({ offer: { elsewhere, repeated, dismiss }, terms, onShow, keepTerm }: TermOffersProps) {
  return (
    <>
      {elsewhere && (
        <div className="term-offer" role="status">
          <p>{REVIEW.offerTerm(elsewhere.from, withParticle(elsewhere.to, '으로'), elsewhere.count)}</p>
          <Button size="small" kind="outline" onClick={() => onShow(elsewhere)}>
            {REVIEW.offerShow}
          </Button>
          <Button size="small" kind="plain" onClick={() => dismiss('elsewhere')}>
            {REVIEW.offerClose}
          </Button>
        </div>
      )}
      {repeated && keepTerm && (
        <KeepTerm
          key={`${repeated.from}\n${repeated.to}`}
          korean={repeated.to}
          known={englishOf(repeated, terms)}
          keepTerm={keepTerm}
          onClose={() => dismiss('repeated')}
        />
      )}
    </>
  )
}

interface KeepTermProps {
  keepTerm: NonNullable<TermOffersProps['keepTerm']>
  korean: string
  /** The English of the term, if the brief knows it. */
  known: string
  onClose(): void
}

function KeepTerm({ korean, known, keepTerm, onClose }: KeepTermProps) {
  const [english, setEnglish] = useState(known)
  const [busy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      await keepTerm({ english, korean })
      showToast({ kind: 'done', text: REVIEW.termKept })
      onClose()
    } catch (error) {
      showToast({ kind: 'error', text: messageOf(error) })
      setBusy(false)
    }
  }
  return (
    <form
      className="term-offer"
      onSubmit={event => {
        event.preventDefault()
        if (english.trim() !== '' && !busy) void keep()
      }}
    >
      <p role="status">{REVIEW.offerKeep(withParticle(korean, '을'))}</p>
      <label className="small">
        {REVIEW.termEnglish}{' '}
        <input
          lang="en"
          value={english}
          maxLength={TERM_LENGTHS.english}
          onChange={event => setEnglish(event.target.value)}
        />
      </label>
      <Button type="submit" size="small" kind="outline" disabled={busy || english.trim() === ''}>
        {REVIEW.keepTerm}
      </Button>
      <Button size="small" kind="plain" onClick={onClose}>
        {REVIEW.offerClose}
      </Button>
    </form>
  )
}

function englishOf({ from, to }: TermChange, terms: readonly BriefTerm[]): string {
  return (
    terms.find(({ korean, others }) => [korean, ...others].some(each => each === from || each === to))?.english ?? ''
  )
}

function withParticle(term: string, particle: Parameters<typeof particleFor>[1]): string {
  return `‘${term}’${particleFor(term, particle)}`
}
