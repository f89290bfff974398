export { GUESS_MS, type Recut, type RecutCue, recutCues } from './recut.ts'
