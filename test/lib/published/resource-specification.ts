import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { Property, PropertyType } from '@aws-cdk/service-spec-types'

type Properties = Record<string, Property>

const database = loadAwsServiceSpecSync()

/**
 * Checks a resource against AWS's published resource specification: unknown and missing properties, values of another
 * type, texts outside an enumeration, each with its path. Custom resources have no specification and no faults.
 * Whatever CloudFormation fills in (`Ref`, `Fn::…`) is accepted.
 */
export function faultsOf(type: string, properties: unknown): string[] {
  if (type.startsWith('Custom::')) return []
  const [resource] = database.lookup('resource', 'cloudFormationType', 'equals', type)
  if (!resource) return [`${type}: unknown resource type`]
  return faultsOfObject(resource.properties, properties ?? {}, type)
}

/**
 * The service that `Ref` and the attributes of a resource belong to in IAM, such as `dynamodb`; undefined for an
 * unknown type.
 */
export function serviceOf(type: string): string | undefined {
  const [resource] = database.lookup('resource', 'cloudFormationType', 'equals', type)
  return resource ? type.split('::')[1]?.toLowerCase() : undefined
}

function faultsOfObject(known: Properties, value: unknown, path: string): string[] {
  if (!isObject(value)) return [`${path}: not an object`]
  const unknown = Object.keys(value)
    .filter(name => !(name in known))
    .map(name => `${path}.${name}: unknown property`)
  const missing = Object.entries(known)
    .filter(([name, property]) => property.required && !(name in value))
    .map(([name]) => `${path}.${name}: missing`)
  const inside = Object.entries(value).flatMap(([name, item]) => {
    const property = known[name]
    return property ? faultsOfValue(property.type, item, `${path}.${name}`) : []
  })
  return [...unknown, ...missing, ...inside]
}

function faultsOfValue(type: PropertyType, value: unknown, path: string): string[] {
  if (isFilledIn(value)) return []
  switch (type.type) {
    case 'array':
      if (!Array.isArray(value)) return [`${path}: not a list`]
      return value.flatMap((item, index) => faultsOfValue(type.element, item, `${path}[${index}]`))
    case 'map':
      if (!isObject(value)) return [`${path}: not a map`]
      return Object.entries(value).flatMap(([key, item]) => faultsOfValue(type.element, item, `${path}.${key}`))
    case 'ref':
      return faultsOfObject(database.get('typeDefinition', type.reference.$ref).properties, value, path)
    case 'union': {
      const faults = type.types.map(each => faultsOfValue(each, value, path))
      return faults.find(each => each.length === 0) ?? faults[0] ?? []
    }
    case 'string':
      return textFault(type.allowedValues, value, path)
    case 'number':
    case 'integer':
      return Number.isFinite(Number(value)) && value !== '' ? [] : [`${path}: not a number`]
    case 'boolean':
      return ['true', 'false'].includes(String(value)) ? [] : [`${path}: not a boolean`]
    default:
      return []
  }
}

function textFault(allowed: readonly string[] | undefined, value: unknown, path: string): string[] {
  if (typeof value === 'object') return [`${path}: not a text`]
  return !allowed || allowed.includes(String(value))
    ? []
    : [`${path}: ${String(value)} is none of ${allowed.join(', ')}`]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFilledIn(value: unknown): boolean {
  if (!isObject(value)) return false
  const [key, ...others] = Object.keys(value)
  return others.length === 0 && (key === 'Ref' || (key?.startsWith('Fn::') ?? false))
}
