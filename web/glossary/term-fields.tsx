import { TextField } from '@aws-amplify/ui-react'
import { faultOfTerm, type GlossaryTerm, TERM_LENGTHS, tidyTerm } from '../../lambdas/contract/glossary.ts'
import { Refused } from '../shared/request-failed.ts'
import { GLOSSARY } from './texts.ts'

interface TermFieldsProps {
  value: GlossaryTerm
  onChange(term: GlossaryTerm): void
  /** Why the term was refused. */
  error: string | undefined
}

/** The fields of a term: English, Korean and a note. */
export function TermFields({ value, onChange, error }: TermFieldsProps) {
  const isAboutKorean = error?.startsWith(GLOSSARY.korean) ?? false
  const field = (name: keyof GlossaryTerm) => ({
    autoComplete: 'off',
    maxLength: TERM_LENGTHS[name],
    value: value[name] ?? '',
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [name]: event.target.value }),
  })
  return (
    <>
      <TextField
        label={GLOSSARY.english}
        placeholder={GLOSSARY.englishExample}
        lang="en"
        autoCapitalize="off"
        hasError={error !== undefined && !isAboutKorean}
        {...field('english')}
      />
      <TextField
        label={GLOSSARY.korean}
        placeholder={GLOSSARY.koreanExample}
        hasError={isAboutKorean}
        {...field('korean')}
      />
      <TextField className="term-note" label={GLOSSARY.note} descriptiveText={GLOSSARY.noteHint} {...field('note')} />
    </>
  )
}

/**
 * Returns the term in the form in which it is stored.
 * @throws Refused if it cannot be used
 */
export function checkTerm(term: GlossaryTerm): GlossaryTerm {
  const tidy = tidyTerm(term)
  const fault = faultOfTerm(tidy)
  if (fault) throw new Refused(fault)
  return tidy
}
