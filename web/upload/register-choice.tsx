import type { Register } from '../../lambdas/contract/archive-entry.ts'
import { CONFIRM } from '../texts/upload.ts'

interface RegisterChoiceProps {
  /** As far as the translator of the deployment offers them. */
  registers: readonly Register[]
  value: Register
  onChange(register: Register): void
}

/** 존댓말 or 반말, each with a sentence in it; nothing where there is nothing to choose. */
export function RegisterChoice({ registers, value, onChange }: RegisterChoiceProps) {
  if (registers.length < 2) return null
  return (
    <fieldset className="registers">
      <legend>{CONFIRM.register}</legend>
      {registers.map(register => (
        <label key={register} className="register">
          <input
            type="radio"
            name="register"
            value={register}
            checked={register === value}
            onChange={() => onChange(register)}
          />
          <span>{CONFIRM.registers[register].name}</span>
          <span className="muted small">{CONFIRM.registers[register].example}</span>
        </label>
      ))}
    </fieldset>
  )
}
