import * as z from 'zod'
import type { Resource, Stack } from './index.ts'

/** Where a value stands: its stack, and for messages the resource. */
export interface Place {
  stack: string
  logicalId: string
}

/** A value of the template that the local cloud cannot resolve; names the resource. */
export class UnresolvedError extends Error {
  readonly code = 'TEMPLATE_UNRESOLVED'

  constructor(place: Place, what: string, cause?: unknown) {
    super(`${place.stack}/${place.logicalId}: ${what}`, { cause })
    this.name = 'UnresolvedError'
  }
}

type Visit = (value: unknown, place: Place) => unknown

/** What the intrinsic functions ask of the resolver. */
export interface IntrinsicContext {
  /** Resolves what an argument holds. */
  visit: Visit
  stackOf(name: string): Stack
  /** `Ref` of a resource, a parameter or a pseudo parameter. */
  reference(name: string, place: Place): unknown
  resourceOf(logicalId: string, place: Place): Resource
  attribute(resource: Resource, name: string): string
  imported(exportName: string, place: Place): unknown
}

/** The intrinsic functions of CloudFormation that the local cloud knows, by name. */
export function createIntrinsics(context: IntrinsicContext): Record<string, Visit> {
  const { visit, stackOf, reference, resourceOf, attribute, imported } = context

  const text = (value: unknown, place: Place): string => {
    const resolved = visit(value, place)
    if (typeof resolved === 'string') return resolved
    if (typeof resolved === 'number' || typeof resolved === 'boolean') return String(resolved)
    throw new UnresolvedError(place, `expected a text, found ${JSON.stringify(value)}.`)
  }
  const list = (value: unknown, place: Place): unknown[] => {
    const resolved = visit(value, place)
    if (Array.isArray(resolved)) return resolved
    throw new UnresolvedError(place, `expected a list, found ${JSON.stringify(value)}.`)
  }
  const condition = (value: unknown, place: Place): boolean => {
    if (typeof value === 'string') return condition(stackOf(place.stack).Conditions[value], place)
    const resolved = visit(value, place)
    return resolved === true || resolved === 'true'
  }
  const conditions = (value: unknown, place: Place) =>
    z
      .array(z.unknown())
      .parse(value)
      .map(one => condition(one, place))

  return {
    Ref: (argument, place) => reference(z.string().parse(argument), place),
    Condition: condition,
    'Fn::GetAtt': (argument, place) => {
      const [logicalId, name] = pair.parse(typeof argument === 'string' ? splitOnce(argument) : argument)
      return attribute(resourceOf(logicalId, place), name)
    },
    'Fn::Join': (argument, place) => {
      const [separator, items] = z.tuple([z.string(), z.unknown()]).parse(argument)
      return list(items, place).map(String).join(separator)
    },
    'Fn::Sub': (argument, place) => {
      const [template, variables] = z
        .union([z.string().transform((one): [string, Record<string, unknown>] => [one, {}]), subArguments])
        .parse(argument)
      return template.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
        if (name.startsWith('!')) return `\${${name.slice(1)}}`
        if (name in variables) return text(variables[name], place)
        return text(name.includes('.') ? { 'Fn::GetAtt': splitOnce(name) } : { Ref: name }, place)
      })
    },
    'Fn::Select': (argument, place) => {
      const [index, items] = z.tuple([z.unknown(), z.unknown()]).parse(argument)
      return list(items, place)[Number(text(index, place))]
    },
    'Fn::Split': (argument, place) => {
      const [separator, whole] = z.tuple([z.string(), z.unknown()]).parse(argument)
      return text(whole, place).split(separator)
    },
    'Fn::ImportValue': (argument, place) => imported(text(argument, place), place),
    'Fn::GetStackOutput': (argument, place) => {
      const { StackName, OutputName } = z.object({ StackName: z.unknown(), OutputName: z.string() }).parse(argument)
      const stack = stackOf(text(StackName, place))
      return visit(stack.Outputs[OutputName]?.Value, { stack: stack.name, logicalId: OutputName })
    },
    'Fn::FindInMap': (argument, place) => {
      const [map, first, second] = list(argument, place).map(String)
      const found = stackOf(place.stack).Mappings[map ?? '']?.[first ?? '']?.[second ?? '']
      if (found === undefined) throw new UnresolvedError(place, `${map} has no ${first}.${second}.`)
      return found
    },
    'Fn::If': (argument, place) => {
      const [name, yes, no] = z.tuple([z.string(), z.unknown(), z.unknown()]).parse(argument)
      return visit(condition(name, place) ? yes : no, place)
    },
    'Fn::Equals': (argument, place) => {
      const [left, right] = list(argument, place)
      return JSON.stringify(left) === JSON.stringify(right)
    },
    'Fn::Not': (argument, place) => !conditions(argument, place)[0],
    'Fn::And': (argument, place) => conditions(argument, place).every(Boolean),
    'Fn::Or': (argument, place) => conditions(argument, place).some(Boolean),
    'Fn::Base64': (argument, place) => Buffer.from(text(argument, place)).toString('base64'),
  }
}

const pair = z.tuple([z.string(), z.string()])
const subArguments = z.tuple([z.string(), z.record(z.string(), z.unknown())])

function splitOnce(text: string): [string, string] {
  const dot = text.indexOf('.')
  return [text.slice(0, dot), text.slice(dot + 1)]
}
