/** Conditions for writing a row; all of them must hold. */
export interface Condition {
  equals?: Record<string, unknown>
  oneOf?: Record<string, readonly unknown[]>
  below?: Record<string, number>
  belowOrAbsent?: Record<string, number>
  /** Attributes that must exist. */
  present?: readonly string[]
  /** Attributes that must not exist; with the key's name, the row must not exist. */
  absent?: readonly string[]
  /** Sets or lists that must contain the value. */
  contains?: Record<string, unknown>
  /** Sets or lists that must not contain the value. */
  lacks?: Record<string, unknown>
  /**
   * Alternative to all of the above: the row had expired by then (epoch seconds). DynamoDB deletes expired rows late.
   */
  orExpiredBy?: number
}

/** Changes to a row. Attributes with an undefined value stay unchanged. */
export interface Change {
  set?: Record<string, unknown>
  /** Adds to numbers (absent counts as 0) and to sets. */
  add?: Record<string, number | Set<number> | Set<string>>
  append?: Record<string, unknown[]>
  remove?: readonly string[]
}

interface Expression {
  UpdateExpression?: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
}

/** Builds a change and a condition in DynamoDB's syntax. Every name is aliased, because many are reserved words. */
export function expression(change: Change | undefined, condition: Condition | undefined): Expression {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const name = (attribute: string): string => {
    names[`#${attribute}`] = attribute
    return `#${attribute}`
  }
  const value = (content: unknown): string => {
    const alias = `:v${Object.keys(values).length}`
    values[alias] = content
    return alias
  }
  return {
    ...(change && { UpdateExpression: buildUpdate(change, name, value) }),
    ...(condition && { ConditionExpression: buildCondition(condition, name, value) }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  }
}

type Alias = (content: string) => string
type Value = (content: unknown) => string

function buildUpdate({ set, add, append, remove = [] }: Change, name: Alias, value: Value): string {
  const sets = [
    ...known(set).map(([attribute, content]) => `${name(attribute)} = ${value(content)}`),
    ...known(append).map(([attribute, content]) => {
      const alias = name(attribute)
      return `${alias} = list_append(${alias}, ${value(content)})`
    }),
  ]
  const adds = known(add).map(([attribute, content]) => `${name(attribute)} ${value(content)}`)
  return [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    adds.length > 0 ? `ADD ${adds.join(', ')}` : '',
    remove.length > 0 ? `REMOVE ${remove.map(name).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function buildCondition(condition: Condition, name: Alias, value: Value): string {
  const parts = [
    ...known(condition.equals).map(([attribute, content]) => `${name(attribute)} = ${value(content)}`),
    ...known(condition.oneOf).map(
      ([attribute, contents]) => `${name(attribute)} IN (${contents.map(each => value(each)).join(', ')})`,
    ),
    ...known(condition.below).map(([attribute, bound]) => `${name(attribute)} < ${value(bound)}`),
    ...known(condition.belowOrAbsent).map(([attribute, bound]) => {
      const alias = name(attribute)
      return `(attribute_not_exists(${alias}) OR ${alias} < ${value(bound)})`
    }),
    ...(condition.present ?? []).map(attribute => `attribute_exists(${name(attribute)})`),
    ...(condition.absent ?? []).map(attribute => `attribute_not_exists(${name(attribute)})`),
    ...known(condition.contains).map(([attribute, content]) => `contains(${name(attribute)}, ${value(content)})`),
    ...known(condition.lacks).map(([attribute, content]) => `NOT contains(${name(attribute)}, ${value(content)})`),
  ]
  const whole = parts.join(' AND ')
  return condition.orExpiredBy === undefined
    ? whole
    : `(${whole}) OR ${name('expires_at')} < ${value(condition.orExpiredBy)}`
}

function known<Content>(record: Record<string, Content> | undefined): [string, Content][] {
  return Object.entries(record ?? {}).filter(([, content]) => content !== undefined)
}
