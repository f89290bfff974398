import { useId, useState } from 'react'
import { MOST_NOTES, MOST_SCRIPT } from '../../lambdas/contract/limits.ts'
import { FileButton } from '../shared/layout/files.tsx'
import { Alert, Sentences } from '../shared/layout/states.tsx'
import { loadPart } from '../shared/load-part.ts'
import { messageOf } from '../shared/request-failed.ts'
import { useConfig } from '../shared/services.ts'
import type { Choices } from './choices.ts'
import { SCRIPT } from './texts.ts'

/** Loads the readers for documents and subtitles with the first file. */
const loadReader = loadPart(() => import('./read-script-file.ts'))

interface ScriptFieldsProps {
  value: Pick<Choices, 'script' | 'notes'>
  onChange(value: Pick<Choices, 'script' | 'notes'>): void
}

/** Fields for the spoken English text, pasted or from a file, and, if a language model translates, for notes to it. */
export function ScriptFields({ value, onChange }: ScriptFieldsProps) {
  const { processing } = useConfig()
  const [error, setError] = useState<string>()
  const id = useId()
  const take = async (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    try {
      const { readScriptFile } = await loadReader()
      onChange({ ...value, script: await readScriptFile(file) })
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
    }
  }
  return (
    <fieldset className="stack script">
      <legend>{SCRIPT.title}</legend>
      <p id={`${id}-help`} className="muted small">
        <Sentences text={SCRIPT.help} />
      </p>
      <textarea
        rows={4}
        lang="en"
        maxLength={MOST_SCRIPT}
        aria-label={SCRIPT.title}
        aria-describedby={`${id}-help`}
        placeholder={SCRIPT.paste}
        value={value.script}
        onChange={({ target }) => onChange({ ...value, script: target.value })}
      />
      <div>
        <FileButton size="small" accept={SCRIPT.accept} onFiles={([file]) => void take(file)}>
          {SCRIPT.file}
        </FileButton>
      </div>
      <Alert>{error}</Alert>
      {processing.model && (
        <label>
          {SCRIPT.notes}
          <textarea
            rows={3}
            maxLength={MOST_NOTES}
            placeholder={SCRIPT.notesHelp}
            value={value.notes}
            onChange={({ target }) => onChange({ ...value, notes: target.value })}
          />
        </label>
      )}
    </fieldset>
  )
}
