import { useRef, useState } from 'react'
import { type GlossaryTerm, termKey } from '../../lambdas/contract/glossary.ts'
import { groupAddress, useSeries } from '../shared/entry/series.ts'
import { pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Alert, Awaited, Sentences } from '../shared/layout/states.tsx'
import { announce } from '../shared/layout/toasts.tsx'
import { useAction } from '../shared/use-action.ts'
import { useForm } from '../shared/use-form.tsx'
import { checkTerm, TermFields } from './term-fields.tsx'
import { TermFiles } from './term-files.tsx'
import { GLOSSARY } from './texts.ts'
import { useChange, useGlossary, useOwner } from './use-glossary.ts'

/** The glossary of the user or of a series: terms are added, edited, removed, imported and exported as CSV. */
export default function GlossaryScreen() {
  const glossary = useGlossary()
  const owner = useOwner()
  const series = useSeries(owner)
  const terms = glossary.data?.terms
  return (
    <Page
      title={owner === undefined ? GLOSSARY.title : GLOSSARY.titleOf(series?.name)}
      intro={owner === undefined ? GLOSSARY.intro : GLOSSARY.seriesIntro}
      back={owner === undefined ? undefined : { to: groupAddress(owner), text: GLOSSARY.toSeries }}
    >
      <Awaited query={glossary} />
      {terms && (
        <div className="glossary">
          <AddTerm terms={terms} />
          <TermList terms={terms} />
          <TermFiles terms={terms} />
        </div>
      )}
    </Page>
  )
}

const NO_TERM: GlossaryTerm = { english: '', korean: '' }

function AddTerm({ terms }: { terms: readonly GlossaryTerm[] }) {
  const change = useChange()
  const [typed, setTyped] = useState(NO_TERM)
  const section = useRef<HTMLElement>(null)
  const form = useForm(async () => {
    const term = checkTerm(typed)
    const isKnown = terms.some(each => termKey(each.english) === termKey(term.english))
    await change({ put: [term] })
    announce((isKnown ? GLOSSARY.replaced : GLOSSARY.added)(term.english))
    // Clears the form for the next term.
    setTyped(NO_TERM)
    section.current?.querySelector('input')?.focus()
  })
  return (
    <section ref={section} className="card" aria-labelledby="add-term">
      <h2 id="add-term">{GLOSSARY.addTitle}</h2>
      <form className="term-form" {...form.props}>
        <TermFields value={typed} onChange={setTyped} error={form.error} />
        {form.alert}
        <Button kind="primary" type="submit" disabled={form.busy}>
          {GLOSSARY.add}
        </Button>
      </form>
    </section>
  )
}

function TermList({ terms }: { terms: readonly GlossaryTerm[] }) {
  const change = useChange()
  const [edited, setEdited] = useState<GlossaryTerm>()
  const heading = useRef<HTMLHeadingElement>(null)
  const {
    run: remove,
    busy,
    error,
  } = useAction(async ({ english }: GlossaryTerm) => {
    await change({ remove: [english] })
    announce(GLOSSARY.removed(english))
    // The focused button no longer exists.
    heading.current?.focus()
  })
  return (
    <section aria-labelledby="terms">
      <h2 id="terms" ref={heading} tabIndex={-1}>
        {terms.length > 0 ? GLOSSARY.listTitle(pieces(terms.length)) : GLOSSARY.list}
      </h2>
      {terms.length === 0 && (
        <p className="muted">
          <Sentences text={GLOSSARY.empty} />
        </p>
      )}
      <Alert>{error}</Alert>
      <ul className="rows">
        {terms.map(term => (
          <li key={termKey(term.english)}>
            <p className="term">
              <strong lang="en">{term.english}</strong>
              <span>{term.korean}</span>
              {term.note && <span className="muted small">{term.note}</span>}
            </p>
            <Button
              size="small"
              kind="outline"
              aria-label={GLOSSARY.editOf(term.english)}
              disabled={busy}
              onClick={() => setEdited(term)}
            >
              {GLOSSARY.edit}
            </Button>
            <Button
              size="small"
              kind="outline"
              className="removes"
              aria-label={GLOSSARY.removeOf(term.english)}
              disabled={busy}
              onClick={() => remove(term)}
            >
              {GLOSSARY.remove}
            </Button>
          </li>
        ))}
      </ul>
      {edited && <EditDialog term={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function EditDialog({ term, onClose }: { term: GlossaryTerm; onClose: () => void }) {
  const change = useChange()
  const [typed, setTyped] = useState(term)
  return (
    <FormDialog
      title={GLOSSARY.editTitle}
      action={GLOSSARY.save}
      className="term-form"
      submit={async () => {
        const changed = checkTerm(typed)
        // Sent as one request, because changing the English means removing the old term and adding another.
        await change({ put: [changed], remove: [term.english] })
        announce(GLOSSARY.added(changed.english))
      }}
      onClose={onClose}
    >
      {error => <TermFields value={typed} onChange={setTyped} error={error} />}
    </FormDialog>
  )
}
