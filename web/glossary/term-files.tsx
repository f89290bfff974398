import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { GLOSSARY_CHANGES, GLOSSARY_TERMS, type GlossaryTerm, termKey } from '../../lambdas/contract/glossary.ts'
import { count, pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { KEYS } from '../shared/queries.ts'
import { messageOf } from '../shared/request-failed.ts'
import { saveFile } from '../shared/save-file.ts'
import { useServices } from '../shared/services.ts'
import { COMMON } from '../shared/texts.ts'
import { decodeFile, MOST_FILE_BYTES, type ReadTerms, readTerms, writeTerms } from './csv.ts'
import { GLOSSARY } from './texts.ts'

/** Imports and exports terms as CSV. */
export function TermFiles({ terms }: { terms: readonly GlossaryTerm[] }) {
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<ReadTerms>()
  const [error, setError] = useState<string>()
  const read = async (file: File) => {
    setError(undefined)
    if (file.size > MOST_FILE_BYTES) return setError(GLOSSARY.fileTooLarge)
    try {
      setFound(readTerms(decodeFile(await file.arrayBuffer())))
    } catch (failure) {
      console.error(failure)
      setError(GLOSSARY.fileUnreadable)
    }
  }
  return (
    <section aria-labelledby="term-files">
      <h2 id="term-files">{GLOSSARY.fileTitle}</h2>
      <p className="muted">{GLOSSARY.fileText}</p>
      <p className="form-error" role="alert">
        {error}
      </p>
      <div className="term-files">
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={event => {
            const [file] = event.target.files ?? []
            // Allows choosing the same file again after correcting it.
            event.target.value = ''
            if (file) void read(file)
          }}
        />
        <Button kind="outline" onClick={() => input.current?.click()}>
          {GLOSSARY.importFile}
        </Button>
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

/** Number of faulty lines listed; the rest are counted. */
const SHOWN_FAULTS = 20

/** Shows a file's terms and faults before anything is saved. */
function ImportDialog({ found, terms, onClose }: ImportDialogProps) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const stored = new Set(terms.map(({ english }) => termKey(english)))
  const replaced = found.terms.filter(({ english }) => stored.has(termKey(english))).length
  const isTooMany = terms.length + found.terms.length - replaced > GLOSSARY_TERMS
  const save = async () => {
    setError(undefined)
    setBusy(true)
    let saved = 0
    try {
      for (; saved < found.terms.length; saved += GLOSSARY_CHANGES) {
        const put = found.terms.slice(saved, saved + GLOSSARY_CHANGES)
        queries.setQueryData(KEYS.glossary, await api('changeGlossary', { body: { put } }))
      }
      showToast({ kind: 'done', text: GLOSSARY.imported(pieces(found.terms.length)) })
      onClose()
    } catch (failure) {
      console.error(failure)
      const reason = messageOf(failure)
      setError(saved === 0 ? reason : GLOSSARY.importStopped(pieces(saved), reason))
      setBusy(false)
    }
  }
  return (
    <Dialog title={GLOSSARY.importTitle} onClose={onClose} busy={busy}>
      <p>{found.terms.length === 0 ? GLOSSARY.importNone : GLOSSARY.importFound(pieces(found.terms.length))}</p>
      {replaced > 0 && <p>{GLOSSARY.importReplaces(pieces(replaced))}</p>}
      {found.faults.length > 0 && (
        <>
          <p>{GLOSSARY.importFaults(pieces(found.faults.length))}</p>
          <ul className="line-faults">
            {found.faults.slice(0, SHOWN_FAULTS).map(({ line, text }) => (
              <li key={line}>
                <strong>{GLOSSARY.line(line)}</strong> {text}
              </li>
            ))}
          </ul>
          {found.faults.length > SHOWN_FAULTS && (
            <p>{GLOSSARY.importMore(pieces(found.faults.length - SHOWN_FAULTS))}</p>
          )}
        </>
      )}
      <p className="form-error" role="alert">
        {error ?? (isTooMany && GLOSSARY.full(`${count(GLOSSARY_TERMS)}개`))}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={busy}>
          {COMMON.cancel}
        </Button>
        {found.terms.length > 0 && (
          <Button kind="primary" disabled={busy || isTooMany} onClick={() => void save()}>
            {GLOSSARY.importSave(pieces(found.terms.length))}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
