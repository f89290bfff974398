import * as z from 'zod'
import { LOCAL_ACCOUNT } from '../aws/service.ts'
import type { Assembly, Resource, Stack } from './index.ts'
import { createIntrinsics, type Place, UnresolvedError } from './intrinsics.ts'
import { NAMINGS } from './resource-names.ts'

export { UnresolvedError } from './intrinsics.ts'

/** Region of stacks that fix none. */
export const LOCAL_REGION = 'ap-northeast-2'

/** Turns the intrinsic functions of the templates into the values they would have once deployed. */
export interface Resolver {
  resolve(value: unknown, place: Place): unknown
  /** Resolves and parses the properties that the schema names; the others are never looked at. */
  read<Shape extends z.ZodRawShape>(resource: Resource, schema: z.ZodObject<Shape>): z.infer<z.ZodObject<Shape>>
  ref(resource: Resource): string
  attribute(resource: Resource, name: string): string
  region(stack: string): string
}

const NO_VALUE = Symbol('AWS::NoValue')

export function createResolver(assembly: Assembly): Resolver {
  const exports = new Map<string, { value: unknown; place: Place }>()
  const region = (stack: string) => stackOf(stack).region ?? LOCAL_REGION

  function stackOf(name: string): Stack {
    const stack = assembly.stacks.get(name)
    if (!stack) throw new Error(`There is no stack ${name} in the synthesized app.`)
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
    if (entries.length === 1 && only && (only[0] === 'Ref' || only[0] === 'Condition' || only[0].startsWith('Fn::'))) {
      if (only[0] !== 'Condition' || typeof only[1] === 'string') return call(only[0], only[1], place)
    }
    const visited = entries.map(([key, item]): [string, unknown] => [key, visit(item, place)])
    return Object.fromEntries(visited.filter(([, item]) => item !== NO_VALUE))
  }

  function call(name: string, argument: unknown, place: Place): unknown {
    const intrinsic = intrinsics[name]
    if (!intrinsic) throw new UnresolvedError(place, `the intrinsic function ${name} is not known to the local cloud.`)
    return intrinsic(argument, place)
  }

  const intrinsics = createIntrinsics({ visit, stackOf, reference, resourceOf, attribute, imported })

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
      case 'AWS::StackName':
        return place.stack
      case 'AWS::StackId':
        return `arn:aws:cloudformation:${region(place.stack)}:${LOCAL_ACCOUNT}:stack/${place.stack}/local`
      case 'AWS::NoValue':
        return NO_VALUE
    }
    const parameter = stackOf(place.stack).Parameters[name]
    return parameter ? visit(parameter.Default, place) : ref(resourceOf(name, place))
  }

  function resourceOf(logicalId: string, place: Place): Resource {
    const resource = stackOf(place.stack).resources.get(logicalId)
    if (!resource) throw new UnresolvedError(place, `refers to ${logicalId}, which the stack does not have.`)
    return resource
  }

  function imported(name: string, place: Place): unknown {
    if (exports.size === 0)
      for (const stack of assembly.stacks.values())
        for (const [logicalId, { Value, Export }] of Object.entries(stack.Outputs))
          if (Export) {
            const at = { stack: stack.name, logicalId }
            exports.set(String(visit(Export.Name, at)), { value: Value, place: at })
          }
    const found = exports.get(name)
    if (!found) throw new UnresolvedError(place, `imports ${name}, which no stack exports.`)
    return visit(found.value, found.place)
  }

  function naming(resource: Resource): { ref: string; attributes?: Record<string, string> } {
    const of = NAMINGS[resource.type]
    if (!of) throw new UnresolvedError(resource, `names of ${resource.type} are not known to the local cloud.`)
    return of({
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
      throw new UnresolvedError(resource, `the attribute ${name} of ${resource.type} is not known to the local cloud.`)
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
