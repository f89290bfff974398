import * as z from 'zod'
import { ModelError, type TranslationFile, type TranslationModel, translationRole } from './manifest.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The fields used here of a record of Mozilla's list of translation models. Older lists name the languages `fromLang`
 * and `toLang`, and their files are not packed and have a single digest.
 */
const record = z
  .object({
    fileType: translationRole,
    sourceLanguage: z.string().max(20).optional(),
    targetLanguage: z.string().max(20).optional(),
    fromLang: z.string().max(20).optional(),
    toLang: z.string().max(20).optional(),
    version: z.string().max(50),
    architecture: z.string().max(50).nullish(),
    decompressedHash: hash.optional(),
    decompressedSize: z.int().positive().optional(),
    attachment: z.object({ hash, size: z.int().positive(), location: z.string().max(500) }),
  })
  .refine(entry => (entry.sourceLanguage ?? entry.fromLang) === 'en' && (entry.targetLanguage ?? entry.toLang) === 'ko')
type ModelRecord = z.infer<typeof record>

/** Sizes of models, in order of preference. */
const ARCHITECTURES = ['base', 'base-memory', 'tiny']

/**
 * Finds the newest complete en-ko model on Mozilla's list, pinned by the digests that the list publishes. Vocabularies
 * have two layouts: one `vocab` for both languages, or `srcvocab` and `trgvocab`.
 * @throws {ModelError} UNREACHABLE, NOT_FOUND
 */
export async function discoverModel(
  discovery: TranslationModel['discovery'],
  options: { fetch: typeof fetch; signal?: AbortSignal },
): Promise<{ folder: string; version: string; files: TranslationFile[] }> {
  const records = await listRecords(discovery.records, options)
  const sets = Map.groupBy(records, ({ version, architecture }) => `${version} ${architecture ?? ''}`)
  const best = [...sets.values()].filter(isComplete).sort(byPreference)[0]
  if (!best?.[0]) throw new ModelError('NOT_FOUND', 'The list has no complete model from English into Korean.')
  const { version } = best[0]
  const files = best.map(entry => buildFile(entry, discovery.attachments))
  return { folder: `${discovery.folder}/${version.replace(/[^\w.-]/g, '-')}`, version, files }
}

function buildFile(entry: ModelRecord, attachments: string): TranslationFile {
  const { fileType, attachment, decompressedHash, decompressedSize } = entry
  const published = { bytes: attachment.size, sha256: attachment.hash }
  return {
    name: `${fileType}.enko.${fileType === 'model' ? 'bin' : 'spm'}`,
    role: fileType,
    urls: [new URL(attachment.location, attachments).href],
    ...(decompressedHash && decompressedSize
      ? { bytes: decompressedSize, sha256: decompressedHash, packing: { kind: 'zstd', ...published } }
      : published),
  }
}

async function listRecords(
  url: string,
  options: { fetch: typeof fetch; signal?: AbortSignal },
): Promise<ModelRecord[]> {
  const answer = await options.fetch(url, { signal: options.signal }).catch(cause => {
    throw new ModelError('UNREACHABLE', `${new URL(url).host} does not respond.`, { cause })
  })
  if (!answer.ok) throw new ModelError('NOT_FOUND', `${new URL(url).host} returned ${answer.status}.`)
  const body = z.object({ data: z.array(z.unknown()).max(100_000) }).safeParse(await answer.json())
  return (body.data?.data ?? []).flatMap(entry => record.safeParse(entry).data ?? [])
}

function isComplete(records: ModelRecord[]): boolean {
  const roles = records.map(({ fileType }) => fileType)
  return (
    roles.includes('model') && (roles.includes('vocab') || (roles.includes('srcvocab') && roles.includes('trgvocab')))
  )
}

function byPreference(a: ModelRecord[], b: ModelRecord[]): number {
  const [first, second] = [a[0], b[0]]
  if (!first || !second) return 0
  const newer = second.version.localeCompare(first.version, 'en', { numeric: true })
  return newer || rank(first) - rank(second)
}

function rank({ architecture }: ModelRecord): number {
  const at = ARCHITECTURES.indexOf(architecture ?? '')
  return at < 0 ? ARCHITECTURES.length : at
}
