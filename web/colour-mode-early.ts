import { applyColourMode, readColourMode } from './shared/colour-mode.ts'

// Runs before the first paint, in a file of its own: the page's script comes too late, and inline scripts are not allowed.
applyColourMode(readColourMode())
