// The parts of zod that the page uses, in place of zod's own entry (plugins.ts). Each schema is built at its first use.
import { number as coerceNumber } from '../../node_modules/zod/v4/classic/coerce.js'
import * as zod from '../../node_modules/zod/v4/classic/schemas.js'
import { config } from '../../node_modules/zod/v4/core/core.js'
import { late } from './late-schemas.ts'

export const array = late(zod.array)
export const boolean = late(zod.boolean)
export const custom = late(zod.custom)
export const email = late(zod.email)
export const int = late(zod.int)
export const literal = late(zod.literal)
export const looseObject = late(zod.looseObject)
export const number = late(zod.number)
export const object = late(zod.object)
export const record = late(zod.record)
export const string = late(zod.string)
export const tuple = late(zod.tuple)
export const union = late(zod.union)
export const unknown = late(zod.unknown)
export const uuid = late(zod.uuid)
const lateEnum = late(zod.enum)

export { lateEnum as enum }

export const coerce = { number: late(coerceNumber) }

// Zod tests whether it may generate code at run time; under the security policy even the test is reported as a violation.
config({ jitless: true })
