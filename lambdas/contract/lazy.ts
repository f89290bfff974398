import * as z from 'zod'

/**
 * A schema that is built at its first use. The contract has 1,200 schemas, and each screen and each function uses a few of
 * them; building all would block a slow phone for 50 ms before its first paint.
 */
export function lazy<Schema extends z.ZodType>(build: () => Schema): Schema {
  let schema: Schema | undefined
  const target: Schema = Object.create(null)
  return new Proxy(target, {
    get(_, key, proxy) {
      schema ??= build()
      // With the proxy as `this`, schemas that are derived from this one refer to the same object as everybody else.
      return Reflect.get(schema, key, proxy)
    },
  })
}

/** `z.object`, built at its first use. */
export function lazyObject<Shape extends z.core.$ZodLooseShape>(
  shape: () => Shape,
): z.ZodObject<z.core.util.Writeable<Shape>, z.core.$strip> {
  return lazy(() => z.object(shape()))
}
