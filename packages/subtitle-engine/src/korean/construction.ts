import type { Kind } from './kinds.ts'

/** Two neighbouring eojeols that are read as one unit: neither a line nor a cue ends between them. */
export interface Construction {
  name: string
  /** Endings or whole forms of the first eojeol, or its kinds. */
  last: { endings?: string; words?: string; kinds?: readonly Kind[] }
  /** Beginnings or whole forms of the second eojeol, or its kinds. */
  next: { begins?: string; words?: string; kinds?: readonly Kind[] }
  /** `first ‖ second` pairs that are held together, and similar pairs that are not. */
  examples: readonly string[]
  others?: readonly string[]
}
