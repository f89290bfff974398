import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { Alert } from './layout/states.tsx'
import { type Action, useAction } from './use-action.ts'

interface Form<Way, Result> extends Action<[way?: Way], Result> {
  /** Properties of the `<form>`. */
  props: {
    noValidate: true
    onInput(): void
    onKeyDown(event: KeyboardEvent): void
    onSubmit(event: FormEvent): void
  }
  /** Shows the reason of a refusal; place it below the fields. */
  alert: ReactNode
}

/**
 * A form: submits one at a time, and shows in Korean why its input was refused. `submit` throws `Refused` for input that
 * cannot be sent.
 */
export function useForm<Way = never, Result = unknown>(submit: (way?: Way) => Result): Form<Way, Awaited<Result>> {
  const action = useAction((way?: Way) => submit(way))
  return {
    ...action,
    props: {
      noValidate: true,
      // The error was about the previous input.
      onInput: action.clear,
      onKeyDown(event) {
        if (event.key === 'Enter' && isChoice(event.target)) event.preventDefault()
      },
      onSubmit(event) {
        event.preventDefault()
        if (!action.busy) action.run()
      },
    },
    alert: <Alert>{action.error}</Alert>,
  }
}

/** A checkbox or radio button. Enter must not submit there, though browsers would, because nothing is being typed. */
function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)
}
