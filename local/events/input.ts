import * as z from 'zod'

/** What the target of a rule is handed: the event, a part of it, a constant, or a template filled from it. */
export const targetInput = z.object({
  Input: z.string().optional(),
  InputPath: z.string().optional(),
  InputTransformer: z
    .object({ InputPathsMap: z.record(z.string(), z.string()).default({}), InputTemplate: z.string() })
    .optional(),
})
export type TargetInput = z.infer<typeof targetInput>

export function inputFor(target: TargetInput, event: unknown): unknown {
  if (target.Input !== undefined) return JSON.parse(target.Input)
  if (target.InputPath !== undefined) return atPath(event, target.InputPath)
  if (target.InputTransformer) return transform(target.InputTransformer, event)
  return event
}

/** The dotted subset of JSONPath that EventBridge takes: `$.detail.object.key`, `$.resources[0]`. */
export function atPath(event: unknown, path: string): unknown {
  const steps = path.replace(/^\$\.?/, '').match(/[^.[\]'"]+/g) ?? []
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)]
    const parsed = z.record(z.string(), z.unknown()).safeParse(value)
    return parsed.success ? parsed.data[step] : undefined
  }, event)
}

/** Inside quotes a value stands as text, elsewhere as JSON; what the event lacks becomes an empty text. */
function transform(transformer: NonNullable<TargetInput['InputTransformer']>, event: unknown): unknown {
  const { InputPathsMap, InputTemplate } = transformer
  let isQuoted = false
  const filled = InputTemplate.replace(/\\.|"|<([\w.-]+)>/g, (whole: string, name: string | undefined) => {
    if (whole === '"') isQuoted = !isQuoted
    if (name === undefined) return whole
    const value = mapped(name, InputPathsMap, event)
    if (value === NOT_MAPPED) return whole
    const json = JSON.stringify(value ?? '')
    if (!isQuoted) return json
    return typeof value === 'string' ? json.slice(1, -1) : JSON.stringify(json).slice(1, -1)
  })
  return JSON.parse(filled)
}

const NOT_MAPPED = Symbol('not mapped')

function mapped(name: string, paths: Record<string, string>, event: unknown): unknown {
  const path = paths[name]
  if (path !== undefined) return atPath(event, path)
  if (name === 'aws.events.event' || name === 'aws.events.event.json') return event
  if (name === 'aws.events.event.ingestion-time') return atPath(event, '$.time')
  return NOT_MAPPED
}
