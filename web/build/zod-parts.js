// The parts of zod that the page uses, in place of zod's own entry: see scripts.ts.
import { number } from '../../node_modules/zod/v4/classic/coerce.js'
import { config } from '../../node_modules/zod/v4/core/core.js'

export {
  array,
  boolean,
  custom,
  email,
  enum,
  int,
  literal,
  looseObject,
  number,
  object,
  record,
  string,
  tuple,
  union,
  unknown,
  uuid,
} from '../../node_modules/zod/v4/classic/schemas.js'

export const coerce = { number }

// Zod tests whether it may generate code at run time; under the security policy even the test is reported as a violation.
config({ jitless: true })
