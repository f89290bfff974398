import { createListeners } from './listeners.ts'

export type ColourMode = 'light' | 'dark' | 'system'

const KEY = 'jamak.colour-mode'
export const colourModeChanges = createListeners()

export function readColourMode(): ColourMode {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Sets the colour mode of the page; `system` follows `prefers-color-scheme`. */
export function applyColourMode(mode: ColourMode): void {
  if (mode === 'system') delete document.documentElement.dataset.colourMode
  else document.documentElement.dataset.colourMode = mode
}

export function chooseColourMode(mode: ColourMode): void {
  if (mode === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, mode)
  applyColourMode(mode)
  colourModeChanges.notify()
}
