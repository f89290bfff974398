import { applyColourMode, readColourMode } from './shared/colour-mode.ts'

// A script of its own that runs before the first paint: the page's script runs too late, and inline scripts are forbidden.
applyColourMode(readColourMode())
