export { decodeSubtitle, type Encoding } from './decode.ts'
export { type ReadSubtitle, readSubtitle } from './read.ts'
export { GUESS_MS, type Recut, type RecutCue, recutCues } from './recut.ts'
