import { TextField } from '@aws-amplify/ui-react'
import { type ReactNode, useState } from 'react'
import { faultOfTerm, type GlossaryTerm, TERM_LENGTHS, tidyTerm } from '../../lambdas/contract/glossary.ts'
import { GLOSSARY } from './texts.ts'

interface TermFormProps {
  /** Initial term. */
  term?: GlossaryTerm
  /** Why the server refused the term, for users. */
  error: string | undefined
  onSave(term: GlossaryTerm): void
  /** The buttons. */
  children: ReactNode
}

/** English, Korean and a note, validated before anything is sent. */
export function TermForm({ term, error, onSave, children }: TermFormProps) {
  const [english, setEnglish] = useState(term?.english ?? '')
  const [korean, setKorean] = useState(term?.korean ?? '')
  const [note, setNote] = useState(term?.note ?? '')
  const [fault, setFault] = useState<string>()
  const shown = fault ?? error
  const isAboutKorean = shown?.startsWith(GLOSSARY.korean) ?? false
  const changed = (change: (text: string) => void) => (event: { target: { value: string } }) => {
    setFault(undefined)
    change(event.target.value)
  }
  return (
    <form
      className="term-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const tidy = tidyTerm({ english, korean, note })
        const found = faultOfTerm(tidy)
        setFault(found)
        if (!found) onSave(tidy)
      }}
    >
      <TextField
        label={GLOSSARY.english}
        placeholder={GLOSSARY.englishExample}
        lang="en"
        autoComplete="off"
        autoCapitalize="off"
        maxLength={TERM_LENGTHS.english}
        value={english}
        hasError={shown !== undefined && !isAboutKorean}
        onChange={changed(setEnglish)}
      />
      <TextField
        label={GLOSSARY.korean}
        placeholder={GLOSSARY.koreanExample}
        autoComplete="off"
        maxLength={TERM_LENGTHS.korean}
        value={korean}
        hasError={isAboutKorean}
        onChange={changed(setKorean)}
      />
      <TextField
        className="term-note"
        label={GLOSSARY.note}
        descriptiveText={GLOSSARY.noteHint}
        autoComplete="off"
        maxLength={TERM_LENGTHS.note}
        value={note}
        onChange={changed(setNote)}
      />
      <p className="form-error" role="alert">
        {shown}
      </p>
      {children}
    </form>
  )
}
