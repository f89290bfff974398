import type { DynaliteItem } from 'dynalite/types'

/** Largest item, in bytes. */
export const LARGEST_ITEM = 400 * 1024

type AttributeValue = Record<string, unknown>

/**
 * Size of an item in bytes: names and texts in UTF-8, numbers by their digits ("Item sizes and formats" in the DynamoDB
 * developer guide). dynalite counts characters instead, a third of the size of a Korean text.
 */
export function itemSize(item: DynaliteItem): number {
  return Object.entries(item).reduce((sum, [attribute, value]) => sum + memberSize([attribute, value]), 0)
}

function memberSize(entry: unknown): number {
  const [attribute, value]: unknown[] = Array.isArray(entry) ? entry : []
  return Buffer.byteLength(String(attribute)) + valueSize(record(value))
}

function valueSize(value: AttributeValue): number {
  const [[type, content] = ['NULL', true]] = Object.entries(value)
  if (type === 'S') return Buffer.byteLength(String(content))
  if (type === 'N') return numberSize(String(content))
  if (type === 'B') return Buffer.byteLength(String(content), 'base64')
  if (type === 'SS' || type === 'NS' || type === 'BS')
    return sum(content, one => valueSize({ [type.slice(0, 1)]: one }))
  if (type === 'L') return 3 + sum(content, one => 1 + valueSize(record(one)))
  if (type === 'M') return 3 + sum(Object.entries(record(content)), entry => 1 + memberSize(entry))
  return 1
}

/** Half a byte for each significant digit, rounded up, one more byte, and another for a minus sign. */
function numberSize(text: string): number {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0)
}

function sum(list: unknown, sizeOf: (one: unknown) => number): number {
  return Array.isArray(list) ? list.reduce((total: number, one) => total + sizeOf(one), 0) : 0
}

function record(value: unknown): AttributeValue {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
