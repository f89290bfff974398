import { useState } from 'react'
import { FOOTER } from '../texts/common.ts'
import { type ColourMode, chooseColourMode, readColourMode } from './colour-mode.ts'

const MODES: readonly ColourMode[] = ['system', 'light', 'dark']

/** Light, dark, or as the system says. */
export function ColourModeSwitch() {
  const [current, setCurrent] = useState(readColourMode)
  return (
    <fieldset className="colour-modes">
      <legend className="visually-hidden">{FOOTER.colourMode}</legend>
      {MODES.map(mode => (
        <button
          key={mode}
          type="button"
          aria-pressed={mode === current}
          onClick={() => {
            chooseColourMode(mode)
            setCurrent(mode)
          }}
        >
          {FOOTER[mode]}
        </button>
      ))}
    </fieldset>
  )
}
