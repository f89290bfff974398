import * as z from 'zod'
import { LocalError } from '../machine/terminal.ts'
import type { Assembly, Resource, Stack } from './index.ts'
import { NAMINGS } from './resource-names.ts'

/** Region of stacks that do not set one. */
const LOCAL_REGION = 'ap-northeast-2'
/** Account in every local ARN. */
export const LOCAL_ACCOUNT = '000000000000'

/** Where a value is in the template: its stack, and the resource or output that error messages name. */
export interface Place {
  stack: string
  logicalId: string
}

/** A value of the template cannot be resolved. The message names the resource. */
export class UnresolvedError extends LocalError {
  constructor({ stack, logicalId }: Place, problem: string, cause?: unknown) {
    super('TEMPLATE_UNRESOLVED', `${stack}/${logicalId}: ${problem}`, { cause })
  }
}

/** Resolves the intrinsic functions of the templates to the values that they would have after deployment. */
export interface Resolver {
  resolve(value: unknown, place: Place): unknown
  /**
   * Resolves and parses only the properties in the schema.
   * @throws UnresolvedError
   */
  read<Shape extends z.ZodRawShape>(resource: Resource, schema: z.ZodObject<Shape>): z.infer<z.ZodObject<Shape>>
  /** The resource's `Ref`. */
  ref(resource: Resource): string
  /** The resource's `Fn::GetAtt`. */
  attribute(resource: Resource, name: string): string
  region(stack: string): string
}

const NO_VALUE = Symbol('AWS::NoValue')

/** Creates a resolver over all stacks of an assembly. */
export function createResolver(assembly: Assembly): Resolver {
  const exports = new Map<string, { value: unknown; place: Place }>()
  const region = (stack: string) => requireStack(stack).region ?? LOCAL_REGION

  function requireStack(name: string): Stack {
    const stack = assembly.stacks.get(name)
    if (!stack) throw new Error(`The synthesized app has no stack ${name}.`)
    return stack
  }

  function resolve(value: unknown, place: Place): unknown {
    const resolved = visit(value, place)
    return resolved === NO_VALUE ? undefined : resolved
  }

  function visit(value: unknown, place: Place): unknown {
    if (Array.isArray(value)) return value.map(item => visit(item, place)).filter(item => item !== NO_VALUE)
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value)
    const [only] = entries
    if (entries.length === 1 && only && (only[0] === 'Ref' || only[0].startsWith('Fn::')))
      return call(only[0], only[1], place)
    const visited = entries.map(([key, item]): [string, unknown] => [key, visit(item, place)])
    return Object.fromEntries(visited.filter(([, item]) => item !== NO_VALUE))
  }

  function call(name: string, argument: unknown, place: Place): unknown {
    const intrinsic = intrinsics[name]
    if (!intrinsic) throw new UnresolvedError(place, `the intrinsic function ${name} is not supported.`)
    try {
      return intrinsic(argument, place)
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      throw new UnresolvedError(place, `this form of ${name} is not supported.`, error)
    }
  }

  /** The supported intrinsic functions. Any other is refused by name. */
  const intrinsics: Record<string, (argument: unknown, place: Place) => unknown> = {
    Ref: (argument, place) => reference(z.string().parse(argument), place),
    'Fn::GetAtt': (argument, place) => {
      const [logicalId, name] = z.tuple([z.string(), z.string()]).parse(argument)
      return attribute(requireResource(logicalId, place), name)
    },
    'Fn::Join': (argument, place) => {
      const [separator, items] = z.tuple([z.string(), z.array(z.unknown())]).parse(argument)
      return z.array(z.unknown()).parse(visit(items, place)).map(String).join(separator)
    },
    'Fn::Sub': (argument, place) =>
      z
        .string()
        .parse(argument)
        .replace(/\$\{([^}]+)\}/g, (_, name: string) => String(reference(name, place))),
    'Fn::ImportValue': (argument, place) => imported(String(visit(argument, place)), place),
  }

  /** `Ref` of a resource or a pseudo parameter. */
  function reference(name: string, place: Place): unknown {
    switch (name) {
      case 'AWS::Region':
        return region(place.stack)
      case 'AWS::AccountId':
        return LOCAL_ACCOUNT
      case 'AWS::Partition':
        return 'aws'
      case 'AWS::URLSuffix':
        return 'amazonaws.com'
      case 'AWS::NoValue':
        return NO_VALUE
    }
    return ref(requireResource(name, place))
  }

  function requireResource(logicalId: string, place: Place): Resource {
    const resource = requireStack(place.stack).resources.get(logicalId)
    if (!resource) throw new UnresolvedError(place, `refers to ${logicalId}, which is not a resource of the stack.`)
    return resource
  }

  function imported(name: string, place: Place): unknown {
    if (exports.size === 0)
      for (const stack of assembly.stacks.values())
        for (const [logicalId, { Value, Export }] of Object.entries(stack.outputs))
          if (Export) {
            const at = { stack: stack.name, logicalId }
            exports.set(String(visit(Export.Name, at)), { value: Value, place: at })
          }
    const found = exports.get(name)
    if (!found) throw new UnresolvedError(place, `imports ${name}, which no stack exports.`)
    return visit(found.value, found.place)
  }

  function naming(resource: Resource): { ref: string; attributes?: Record<string, string> } {
    const naming = NAMINGS[resource.type]
    if (!naming) throw new UnresolvedError(resource, `names of ${resource.type} are not supported.`)
    return naming({
      resource,
      region: region(resource.stack),
      account: LOCAL_ACCOUNT,
      property(name) {
        const value = resolve(resource.properties[name], resource)
        return typeof value === 'string' ? value : undefined
      },
    })
  }

  const ref = (resource: Resource): string => naming(resource).ref

  function attribute(resource: Resource, name: string): string {
    const value = naming(resource).attributes?.[name]
    if (value === undefined)
      throw new UnresolvedError(resource, `the attribute ${name} of ${resource.type} is not supported.`)
    return value
  }

  function read<Shape extends z.ZodRawShape>(resource: Resource, schema: z.ZodObject<Shape>) {
    const wanted = Object.keys(schema.shape).filter(key => key in resource.properties)
    const values = Object.fromEntries(wanted.map(key => [key, resolve(resource.properties[key], resource)]))
    const parsed = schema.safeParse(values)
    if (!parsed.success) throw new UnresolvedError(resource, z.prettifyError(parsed.error), parsed.error)
    return parsed.data
  }

  return { resolve, read, ref, attribute, region }
}
