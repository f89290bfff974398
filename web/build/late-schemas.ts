/**
 * Methods of a zod schema that return another schema, so that they can wait as well. Any other method builds its schema
 * at once, so a method missing here costs time but breaks nothing.
 */
const CHAINED: ReadonlySet<PropertyKey> = new Set([
  ...['default', 'endsWith', 'extend', 'int', 'max', 'min', 'nullish', 'omit', 'optional', 'pick', 'positive'],
  ...['refine', 'regex', 'toLowerCase', 'transform', 'trim'],
])

interface Late {
  /** Absent once it has built the schema. */
  build: (() => object) | undefined
  schema: object | undefined
}

const lates = new WeakMap<object, Late>()

/**
 * Wraps a function that creates a schema, so that the schema is built at its first use. The contract describes about a
 * thousand schemas, and a screen uses only the few in its own responses. Building them all took a third of the scripts'
 * time before a member's first screen.
 */
export function late(create: (...args: never[]) => object): (...args: unknown[]) => object {
  return (...args) => lateSchema(() => Reflect.apply(create, undefined, args.map(built)))
}

/** Returns a stand-in for the schema that `build` returns. Reading any property not in `CHAINED` builds the schema. */
function lateSchema(build: () => object): object {
  const state: Late = { build, schema: undefined }
  const standIn = new Proxy(state, HANDLER)
  lates.set(standIn, state)
  return standIn
}

const HANDLER: ProxyHandler<Late> = {
  get(state, name) {
    if (CHAINED.has(name)) return late((...args) => callMethod(schemaOf(state), name, args))
    const schema = schemaOf(state)
    const value: unknown = Reflect.get(schema, name)
    return typeof value === 'function' ? value.bind(schema) : value
  },
  has: (state, name) => Reflect.has(schemaOf(state), name),
  ownKeys: state => Reflect.ownKeys(schemaOf(state)),
}

function callMethod(schema: object, name: PropertyKey, args: readonly unknown[]): object {
  const method: unknown = Reflect.get(schema, name)
  if (typeof method !== 'function') throw new TypeError(`a schema has no ${String(name)}`)
  return Reflect.apply(method, schema, args)
}

function schemaOf(state: Late): object {
  const { build } = state
  if (build) {
    state.build = undefined
    state.schema = build()
  }
  if (!state.schema) throw new Error('a schema contains itself')
  return state.schema
}

/** Replaces the stand-ins in an argument by their schemas: left inside a schema, they would slow down every check. */
function built(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null) return argument
  const state = lates.get(argument)
  if (state) return schemaOf(state)
  if (Array.isArray(argument)) return argument.map(built)
  if (Object.getPrototypeOf(argument) !== Object.prototype) return argument
  return Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, built(value)]))
}
