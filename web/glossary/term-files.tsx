import { useState } from 'react'
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
        {terms.length > 0 && (
          <Button
            kind="outline"
            onClick={() => saveFile(new Blob([writeTerms(terms)], { type: 'text/csv' }), GLOSSARY.fileName)}
          >
            {GLOSSARY.exportFile}
          </Button>
        )}
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

/** Number of lines listed of each kind; the rest are counted. */
const SHOWN_LINES = 20

/** Shows a file's terms and faults before anything is saved. */
function ImportDialog({ found, terms, onClose }: ImportDialogProps) {
  const change = useChange()
  const stored = new Map(terms.map(({ english, korean }) => [termKey(english), korean]))
  const changed = found.terms.filter(({ english }) => stored.has(termKey(english)))
  const added = found.terms.filter(({ english }) => !stored.has(termKey(english)))
  const isTooMany = terms.length + added.length > GLOSSARY_TERMS
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
      title={found.terms.length > 0 ? GLOSSARY.importTitle(pieces(found.terms.length)) : GLOSSARY.importNone}
      action={found.terms.length > 0 ? GLOSSARY.importSave(pieces(found.terms.length)) : undefined}
      disabled={isTooMany}
      submit={save}
      onClose={onClose}
    >
      <Lines title={GLOSSARY.importNew} lines={added.map(({ english, korean }) => [english, korean])} />
      <Lines
        title={GLOSSARY.importReplaced}
        lines={changed.map(({ english, korean }) => [english, `${stored.get(termKey(english))} → ${korean}`])}
      />
      <Lines
        kind="warning"
        title={GLOSSARY.importFaults}
        lines={found.faults.map(({ line, english, text }) => [GLOSSARY.line(line, english), text])}
      />
      {isFull && <Alert>{isFull}</Alert>}
    </FormDialog>
  )
}

interface LinesProps {
  title: string
  lines: readonly (readonly [name: string, text: string])[]
  kind?: 'warning'
}

/** What becomes of some lines of the file, with their number; nothing if there are none. */
function Lines({ title, lines, kind }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section className="note import-lines" data-kind={kind}>
      <h3>
        {title} {pieces(lines.length)}
      </h3>
      <ul>
        {lines.slice(0, SHOWN_LINES).map(([name, text]) => (
          <li key={name}>
            <strong>{name}</strong> {text}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN_LINES && <p>{GLOSSARY.importMore(pieces(lines.length - SHOWN_LINES))}</p>}
    </section>
  )
}
