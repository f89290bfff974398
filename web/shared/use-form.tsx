import type { FormEvent, ReactNode } from 'react'
import { type Action, useAction } from './use-action.ts'

interface Form<Way> extends Action<[way?: Way]> {
  /** Properties of the `<form>`. */
  props: { noValidate: true; onSubmit(event: FormEvent): void }
  /** Shows the reason of a refusal; place it below the fields. */
  alert: ReactNode
}

/**
 * A form: submits one at a time, and shows in Korean why its input was refused. `submit` throws `Refused` for input that
 * cannot be sent.
 */
export function useForm<Way = never>(submit: (way?: Way) => unknown): Form<Way> {
  const action = useAction((way?: Way) => submit(way))
  return {
    ...action,
    props: {
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        if (!action.busy) action.run()
      },
    },
    alert: (
      <p className="form-error" role="alert">
        {action.error}
      </p>
    ),
  }
}
