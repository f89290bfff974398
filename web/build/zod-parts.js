// What the contract uses of zod, by the files it is made of: see browser-zod.ts.
import { number as coerceNumber } from '../../node_modules/zod/v4/classic/coerce.js'
import {
  array,
  boolean,
  email,
  enum as enumeration,
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
import { config } from '../../node_modules/zod/v4/core/core.js'

// Zod writes code at run time where it may; the security policy forbids it, and even the question is a violation.
config({ jitless: true })

export const z = {
  array,
  boolean,
  coerce: { number: coerceNumber },
  email,
  enum: enumeration,
  int,
  literal,
  looseObject,
  number,
  object,
  record,
  string,
  union,
  unknown,
}
