import type { ObjectRecord } from './catalog.ts'
import { preconditionFailed } from './errors.ts'

type HeaderOf = (name: string) => string | undefined

/** Whether a list of an If-Match header (`"a", "b"` or `*`) names the ETag. */
export function namesEtag(list: string, etag: string): boolean {
  return list.split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '').replaceAll('"', '') === etag)
}

/** Conditions on a read: `ok`, or `unchanged` for a 304. Throws PreconditionFailed. Order as in RFC 9110 section 13.2.2. */
export function readCondition(header: HeaderOf, object: ObjectRecord): 'ok' | 'unchanged' {
  const match = header('if-match')
  const since = header('if-unmodified-since')
  if (match !== undefined) {
    if (!namesEtag(match, object.etag)) throw preconditionFailed('If-Match')
  } else if (since !== undefined && seconds(object.modified) > seconds(Date.parse(since)))
    throw preconditionFailed('If-Unmodified-Since')
  const noneMatch = header('if-none-match')
  if (noneMatch !== undefined) return namesEtag(noneMatch, object.etag) ? 'unchanged' : 'ok'
  const modifiedSince = header('if-modified-since')
  const isOld = modifiedSince !== undefined && seconds(object.modified) <= seconds(Date.parse(modifiedSince))
  return isOld ? 'unchanged' : 'ok'
}

/** Conditions on a write over what is there now; throws PreconditionFailed. */
export function checkWrite(header: HeaderOf, current: ObjectRecord | undefined): void {
  const match = header('if-match')
  if (match !== undefined && !(current && namesEtag(match, current.etag))) throw preconditionFailed('If-Match')
  const noneMatch = header('if-none-match')
  if (noneMatch !== undefined && current && namesEtag(noneMatch, current.etag))
    throw preconditionFailed('If-None-Match')
}

/** Conditions on the source of a copy; throws PreconditionFailed. */
export function checkCopySource(header: HeaderOf, source: ObjectRecord): void {
  const of = (name: string): string | undefined => header(`x-amz-copy-source-${name}`)
  if (readCondition(of, source) === 'unchanged') throw preconditionFailed('x-amz-copy-source-if-none-match')
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
