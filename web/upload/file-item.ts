import type { FileItem } from './candidates.ts'
import type { Probe } from './media/probe.ts'
import { computeFingerprint } from './transfer/resume.ts'

export function fileItem(file: File, facts: Probe): FileItem {
  const { name, size } = file
  const fingerprint = computeFingerprint(file)
  return { id: crypto.randomUUID(), kind: 'file', name, file, fingerprint, wholeBytes: size, ...facts }
}
