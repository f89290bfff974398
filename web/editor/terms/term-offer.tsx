import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { particleFor } from '#subtitle-engine'
import type { BriefTerm } from '../../../lambdas/contract/brief.ts'
import { type GlossaryTerm, TERM_LENGTHS } from '../../../lambdas/contract/glossary.ts'
import { Button } from '../../shared/layout/button.tsx'
import { showToast } from '../../shared/layout/toasts.tsx'
import { useForm } from '../../shared/use-form.tsx'
import type { Done } from '../draft/done.ts'
import type { Editor } from '../draft/editor.ts'
import { EDITOR } from '../texts.ts'
import { findChangedTerm, findTerm, type TermChange } from './terms.ts'

export interface TermOffer {
  /** A term that was changed in one sentence and occurs in others. */
  elsewhere: (TermChange & { count: number }) | undefined
  /** A term corrected at least twice, for the user's glossary. */
  repeated: TermChange | undefined
  /**
   * The last replacement: how many sentences it changed, and whether the user had made the same change by hand before
   * (`isMore`). Undefined once another edit follows.
   */
  replaced: { count: number; isMore: boolean } | undefined
  /** Records that the newest edit was a replacement in these sentences. */
  noteReplaced(change: TermChange, ids: readonly string[]): void
  dismiss(which: 'elsewhere' | 'repeated'): void
}

/** Number of corrections after which a term is offered for the glossary. */
const REPEATED = 2

/** Offers to change a term everywhere once the user has changed it in one sentence and left that sentence. */
export function useTermOffer(editor: Editor, selected: string | undefined): TermOffer {
  const { draft, done: edits } = useSyncExternalStore(editor.subscribe, editor.snapshot)
  const [elsewhere, setElsewhere] = useState<TermChange & { id: string }>()
  const [corrected, setCorrected] = useState<readonly (TermChange & { id: string })[]>([])
  const [replaced, setReplaced] = useState<{ edit: Done | undefined; count: number; isMore: boolean }>()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const before = useRef<{ id: string; korean: string }>(undefined)
  useEffect(() => {
    const { sentences } = editor.state.draft
    const left = before.current
    const now = sentences.find(({ id }) => id === left?.id)
    // Restoring the machine's text is not a correction.
    const isRestored = editor.deps.machine.sentences.some(({ id, korean }) => id === now?.id && korean === now.korean)
    const change = left && now && !isRestored ? findChangedTerm(left.korean, now.korean) : undefined
    if (change && now) {
      setElsewhere({ ...change, id: now.id })
      setCorrected(all => [...all, { ...change, id: now.id }])
    }
    const opened = sentences.find(({ id }) => id === selected)
    before.current = opened && { id: opened.id, korean: opened.korean }
  }, [editor, selected])
  // An undo withdraws the offer that its edit caused.
  const isDone = ({ id, to }: { id: string; to: string }) =>
    draft.sentences.some(sentence => sentence.id === id && sentence.korean.includes(to))
  const count = elsewhere && isDone(elsewhere) ? findTerm(draft, elsewhere).length : 0
  const done = corrected.filter(isDone)
  const repeated = done.find(
    one =>
      !dismissed.includes(nameOf(one)) &&
      new Set(done.filter(each => nameOf(each) === nameOf(one)).map(({ id }) => id)).size >= REPEATED,
  )
  return {
    elsewhere: elsewhere && count > 0 ? { from: elsewhere.from, to: elsewhere.to, count } : undefined,
    repeated,
    replaced: replaced?.edit === edits.at(-1) ? replaced : undefined,
    noteReplaced({ from, to }, ids) {
      const isMore = elsewhere?.from === from && elsewhere.to === to
      setReplaced({ edit: editor.state.done.at(-1), count: ids.length, isMore })
      setCorrected(all => [...all, ...ids.map(id => ({ from, to, id }))])
    },
    dismiss(which) {
      if (which === 'elsewhere') setElsewhere(undefined)
      else if (repeated) setDismissed([...dismissed, nameOf(repeated)])
    },
  }
}

function nameOf({ from, to }: TermChange): string {
  return `${from}\n${to}`
}

interface TermOffersProps {
  offer: TermOffer
  /** Undoes the newest edit. */
  undo(): void
  /** Terms of the brief, which contain the English. */
  terms: readonly BriefTerm[]
  onShow(change: TermChange): void
  /** Absent if the user is signed out. */
  keepTerm: ((term: GlossaryTerm) => Promise<unknown>) | undefined
}

/**
 * Reports a replacement, with a button that undoes it. Below it stands at most one offer, to leave room for the list: first to
 * change a term everywhere, then to save it in the glossary.
 */
export function TermOffers({ offer, undo, terms, onShow, keepTerm }: TermOffersProps) {
  const { elsewhere, repeated, replaced, dismiss } = offer
  return (
    <>
      {replaced && (
        <div className="row term-offer replaced" role="status">
          <p>{EDITOR.replaced(replaced)}</p>
          <Button size="small" kind="plain" onClick={undo}>
            {EDITOR.undo}
          </Button>
        </div>
      )}
      {elsewhere && (
        <div className="row term-offer" role="status">
          <p>{EDITOR.offerTerm(elsewhere.from, withParticle(elsewhere.to, '으로'), elsewhere.count)}</p>
          <Button size="small" kind="outline" onClick={() => onShow(elsewhere)}>
            {EDITOR.offerShow}
          </Button>
          <Button size="small" kind="plain" onClick={() => dismiss('elsewhere')}>
            {EDITOR.offerClose}
          </Button>
        </div>
      )}
      {!elsewhere && repeated && keepTerm && (
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
  const form = useForm(async () => {
    if (english.trim() === '') return
    await keepTerm({ english, korean })
    showToast({ kind: 'done', text: EDITOR.termKept })
    onClose()
  })
  return (
    <form className="row term-offer" {...form.props}>
      <p role="status">{EDITOR.offerKeep(withParticle(korean, '을'))}</p>
      <label className="small">
        {EDITOR.termEnglish}{' '}
        <input
          lang="en"
          value={english}
          maxLength={TERM_LENGTHS.english}
          onChange={event => setEnglish(event.target.value)}
        />
      </label>
      <Button type="submit" size="small" kind="outline" disabled={form.busy || english.trim() === ''}>
        {EDITOR.keepTerm}
      </Button>
      <Button size="small" kind="plain" onClick={onClose}>
        {EDITOR.keepNot}
      </Button>
      {form.alert}
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
