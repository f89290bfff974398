// What the contract uses of zod, by the files it is made of: see browser-zod.ts.
import { number } from '../../node_modules/zod/v4/classic/coerce.js'
import { config } from '../../node_modules/zod/v4/core/core.js'

export {
  array,
  boolean,
  email,
  enum,
  int,
  literal,
  looseObject,
  number,
  object,
  record,
  string,
  union,
  unknown,
} from '../../node_modules/zod/v4/classic/schemas.js'

export const coerce = { number }

// Zod writes code at run time where it may; the security policy forbids it, and even the question is a violation.
config({ jitless: true })
