import { type ComponentProps, type ReactNode, useId } from 'react'
import { type Register, type SubtitleProfile, subtitleProfile } from '../../../lambdas/contract/archive-entry.ts'
import { PROFILES, REGISTERS } from '../member-texts.ts'
import { Sentences } from './states.tsx'

interface Options<Value extends string> {
  /** Values with their names. */
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange(value: Value): void
}

type ChoiceProps<Value extends string> = Options<Value> &
  Pick<ComponentProps<'select'>, 'id' | 'className' | 'title' | 'aria-label' | 'aria-describedby'>

/** A list to choose one of several values. */
export function Choice<Value extends string>({ options, value, onChange, ...rest }: ChoiceProps<Value>) {
  return (
    <select
      {...rest}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(([each]) => each === target.value)
        if (chosen) onChange(chosen[0])
      }}
    >
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface SelectProps<Value extends string> extends Options<Value> {
  label: string
  hint?: string
}

/** A `Choice` with a label and a hint. */
export function Select<Value extends string>({ label, hint, ...rest }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className="select">
      <label htmlFor={id}>{label}</label>
      <Choice {...rest} id={id} aria-describedby={hint && `${id}-hint`} />
      {hint && (
        <p id={`${id}-hint`} className="muted small">
          <Sentences text={hint} />
        </p>
      )}
    </div>
  )
}

interface ProfileChoiceProps {
  label: string
  value: SubtitleProfile
  onChange(profile: SubtitleProfile): void
}

/** A list to choose the audience of a subtitle. */
export function ProfileChoice({ value, ...props }: ProfileChoiceProps) {
  const options = subtitleProfile.options.map(each => [each, PROFILES[each].name] as const)
  return <Select {...props} hint={PROFILES[value].hint} options={options} value={value} />
}

interface RegisterChoiceProps {
  label: string
  /** The registers between which the translator distinguishes. */
  registers: readonly Register[]
  value: Register
  onChange(register: Register): void
}

/** Chooses 존댓말 or 반말, each with an example. */
export function RegisterChoice({ label, registers, value, onChange }: RegisterChoiceProps) {
  return (
    <fieldset className="row registers">
      <legend>{label}</legend>
      {registers.map(register => (
        <label key={register} className="register">
          <input
            type="radio"
            name="register"
            value={register}
            checked={register === value}
            onChange={() => onChange(register)}
          />
          <span>{REGISTERS[register].name}</span>
          <span className="muted small">{REGISTERS[register].example}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A checkbox with its text. */
export function Check(props: { checked: boolean; onChange(checked: boolean): void; children: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" checked={props.checked} onChange={event => props.onChange(event.target.checked)} />
      {props.children}
    </label>
  )
}
