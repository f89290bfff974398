import { expect } from 'vitest'
import type { Cloud } from '../../local/cloud/options.ts'

const ADDRESS = /[\w.+-]+@[\w-]+\.[\w.-]+/
const ACCESS_TOKEN = /eyJ[\w-]{10,}\.[\w-]{10,}\./
const PRESIGNED = /X-Amz-(?:Signature|Credential|Security-Token)|"?policy"?[:=]\s*"?ey/i

/** Expects the logs of functions and services to contain no name, title or credential. */
export function expectNoPersonalData(cloud: Cloud, ...personal: string[]): void {
  const lines = cloud.logs()
  expect(lines.length).toBeGreaterThan(0)
  for (const pattern of [ADDRESS, ACCESS_TOKEN, PRESIGNED]) expect(lines.filter(line => pattern.test(line))).toEqual([])
  for (const text of personal) expect(lines.filter(line => line.includes(text))).toEqual([])
}
