import { Fragment, useState } from 'react'
import { GLOSSARY_CHANGES, GLOSSARY_TERMS, type GlossaryTerm, termKey } from '../../lambdas/contract/glossary.ts'
import { count, pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { FileButton, useFileDrop } from '../shared/layout/files.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { Alert } from '../shared/layout/states.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { messageOf, Refused } from '../shared/request-failed.ts'
import { saveFile } from '../shared/save-file.ts'
import { useAction } from '../shared/use-action.ts'
import { decodeFile, MOST_FILE_BYTES, type ReadTerms, readTerms, writeTerms } from './csv.ts'
import { GLOSSARY } from './texts.ts'
import { useChange } from './use-glossary.ts'

/** Imports and exports terms as CSV. */
export function TermFiles({ terms }: { terms: readonly GlossaryTerm[] }) {
  const [found, setFound] = useState<ReadTerms>()
  const { run: read, error } = useAction(async ([file]: readonly File[]) => {
    if (!file) return
    if (file.size > MOST_FILE_BYTES) throw new Refused(GLOSSARY.fileTooLarge)
    const text = await file.arrayBuffer().then(decodeFile, cause => {
      throw new Refused(GLOSSARY.fileUnreadable, { cause })
    })
    setFound(readTerms(text))
  })
  useFileDrop(GLOSSARY.dropFile, read)
  return (
    <section aria-labelledby="term-files">
      <h2 id="term-files">{GLOSSARY.fileTitle}</h2>
      <p className="muted">{GLOSSARY.fileText}</p>
      <Alert>{error}</Alert>
      <div className="row">
        <FileButton kind="outline" accept=".csv,.tsv,.txt,text/csv" onFiles={read}>
          {GLOSSARY.importFile}
        </FileButton>
        <Button
          kind="outline"
          disabled={terms.length === 0}
          onClick={() => saveFile(new Blob([writeTerms(terms)], { type: 'text/csv' }), GLOSSARY.fileName)}
        >
          {GLOSSARY.exportFile}
        </Button>
      </div>
      {found && <ImportDialog found={found} terms={terms} onClose={() => setFound(undefined)} />}
    </section>
  )
}

interface ImportDialogProps {
  found: ReadTerms
  /** Terms already stored. */
  terms: readonly GlossaryTerm[]
  onClose(): void
}

/** Number of replaced terms and of faulty lines listed; the rest are counted. */
const SHOWN_LINES = 20

/** Shows a file's terms and faults before anything is saved. */
function ImportDialog({ found, terms, onClose }: ImportDialogProps) {
  const change = useChange()
  const stored = new Map(terms.map(({ english, korean }) => [termKey(english), korean]))
  const changed = found.terms.filter(({ english }) => stored.has(termKey(english)))
  const replaced = changed.length
  const rows = [
    [GLOSSARY.importNew, found.terms.length - replaced],
    [GLOSSARY.importReplaced, replaced],
    [GLOSSARY.importFaults, found.faults.length],
  ] as const
  const isTooMany = terms.length + found.terms.length - replaced > GLOSSARY_TERMS
  const isFull = isTooMany ? GLOSSARY.full(`${count(GLOSSARY_TERMS)}개`) : undefined
  const save = async () => {
    for (let saved = 0; saved < found.terms.length; saved += GLOSSARY_CHANGES) {
      await change({ put: found.terms.slice(saved, saved + GLOSSARY_CHANGES) }).catch((cause: unknown) => {
        throw saved === 0 ? cause : new Refused(GLOSSARY.importStopped(pieces(saved), messageOf(cause)), { cause })
      })
    }
    showToast({ kind: 'done', text: GLOSSARY.imported(pieces(found.terms.length)) })
  }
  return (
    <FormDialog
      title={GLOSSARY.importTitle}
      action={found.terms.length > 0 ? GLOSSARY.importSave(pieces(found.terms.length)) : undefined}
      disabled={isTooMany}
      submit={save}
      onClose={onClose}
    >
      {found.terms.length === 0 && <p>{GLOSSARY.importNone}</p>}
      <dl className="facts numbers">
        {rows.map(
          ([name, terms]) =>
            terms > 0 && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{pieces(terms)}</dd>
              </Fragment>
            ),
        )}
      </dl>
      {replaced > 0 && (
        <ul className="line-faults">
          {changed.slice(0, SHOWN_LINES).map(({ english, korean }) => (
            <li key={english}>
              <strong>{english}</strong> {stored.get(termKey(english))} → {korean}
            </li>
          ))}
        </ul>
      )}
      {found.faults.length > 0 && (
        <>
          <ul className="line-faults">
            {found.faults.slice(0, SHOWN_LINES).map(({ line, english, text }) => (
              <li key={line}>
                <strong>{GLOSSARY.line(line, english)}</strong> {text}
              </li>
            ))}
          </ul>
          {found.faults.length > SHOWN_LINES && <p>{GLOSSARY.importMore(pieces(found.faults.length - SHOWN_LINES))}</p>}
        </>
      )}
      {isFull && <Alert>{isFull}</Alert>}
    </FormDialog>
  )
}
