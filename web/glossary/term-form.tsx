import { TextField } from '@aws-amplify/ui-react'
import { type ReactNode, useState } from 'react'
import { faultOfTerm, type GlossaryTerm, TERM_LENGTHS, tidyTerm } from '../../lambdas/contract/glossary.ts'
import { Refused } from '../shared/request-failed.ts'
import { useForm } from '../shared/use-form.tsx'
import { GLOSSARY } from './texts.ts'

interface TermFormProps {
  /** Initial term. */
  term?: GlossaryTerm
  /** Called with a valid term. */
  save(term: GlossaryTerm): Promise<void>
  /** The buttons. */
  children(busy: boolean): ReactNode
}

/** English, Korean and a note, validated before anything is sent. */
export function TermForm({ term, save, children }: TermFormProps) {
  const [english, setEnglish] = useState(term?.english ?? '')
  const [korean, setKorean] = useState(term?.korean ?? '')
  const [note, setNote] = useState(term?.note ?? '')
  const form = useForm(async () => {
    const tidy = tidyTerm({ english, korean, note })
    const fault = faultOfTerm(tidy)
    if (fault) throw new Refused(fault)
    await save(tidy)
  })
  const isAboutKorean = form.error?.startsWith(GLOSSARY.korean) ?? false
  const changed = (change: (text: string) => void) => (event: { target: { value: string } }) => {
    form.clear()
    change(event.target.value)
  }
  return (
    <form className="term-form" {...form.props}>
      <TextField
        label={GLOSSARY.english}
        placeholder={GLOSSARY.englishExample}
        lang="en"
        autoComplete="off"
        autoCapitalize="off"
        maxLength={TERM_LENGTHS.english}
        value={english}
        hasError={form.error !== undefined && !isAboutKorean}
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
      {form.alert}
      {children(form.busy)}
    </form>
  )
}
