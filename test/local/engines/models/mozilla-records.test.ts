import { describe, expect, it } from 'vitest'
import { discoverModel } from '../../../../local/engines/models/mozilla-records.ts'

const DISCOVERY = {
  records: 'https://settings.example/records',
  attachments: 'https://files.example/',
  folder: 'mt/en-ko',
}

const digest = (sign: string) => sign.repeat(64)
const record = (fileType: string, version: string, more: object = {}) => ({
  id: `${fileType}-${version}`,
  fileType,
  sourceLanguage: 'en',
  targetLanguage: 'ko',
  version,
  architecture: 'base',
  decompressedHash: digest('a'),
  decompressedSize: 2000,
  attachment: {
    hash: digest('b'),
    size: 1000,
    filename: `${fileType}.zst`,
    location: `main/${fileType}-${version}.zst`,
    mimetype: 'application/zstd',
  },
  ...more,
})

const answering = (records: unknown[], status = 200): typeof fetch => {
  return async () => Response.json({ data: records }, { status })
}
const discover = (records: unknown[], status?: number) =>
  discoverModel(DISCOVERY, { fetch: answering(records, status) })

describe('Mozilla’s list of models', () => {
  it('yields the newest complete model, packed with zstd and pinned by the published digests', async () => {
    const found = await discover([
      record('model', '2.9'),
      record('vocab', '2.9'),
      record('model', '2.10'),
      record('vocab', '2.10'),
      record('lex', '2.10'),
      record('model', '3.0'),
    ])
    expect(found.version).toBe('2.10')
    expect(found.folder).toBe('mt/en-ko/2.10')
    expect(found.files).toEqual([
      {
        name: 'model.enko.bin',
        role: 'model',
        urls: ['https://files.example/main/model-2.10.zst'],
        bytes: 2000,
        sha256: digest('a'),
        packing: { kind: 'zstd', bytes: 1000, sha256: digest('b') },
      },
      expect.objectContaining({ name: 'vocab.enko.spm', role: 'vocab' }),
    ])
  })

  it('may have a separate vocabulary for each language', async () => {
    const found = await discover([record('model', '3.1'), record('srcvocab', '3.1'), record('trgvocab', '3.1')])
    expect(found.files.map(({ role }) => role).sort()).toEqual(['model', 'srcvocab', 'trgvocab'])
  })

  it('yields no mix of architectures, and prefers the larger model', async () => {
    const tiny = { architecture: 'tiny' }
    const found = await discover([
      record('model', '3.0', tiny),
      record('vocab', '3.0', tiny),
      record('model', '3.0'),
      record('vocab', '3.0', { decompressedSize: 77 }),
      record('srcvocab', '3.0', { architecture: 'base-memory' }),
    ])
    expect(found.files.map(({ bytes }) => bytes)).toEqual([2000, 77])
  })

  it('may be an older one, whose files are not packed', async () => {
    const old = {
      sourceLanguage: undefined,
      targetLanguage: undefined,
      decompressedHash: undefined,
      decompressedSize: undefined,
      fromLang: 'en',
      toLang: 'ko',
    }
    const found = await discover([record('model', '1.0', old), record('vocab', '1.0', old)])
    expect(found.files[0]).toMatchObject({ bytes: 1000, sha256: digest('b') })
    expect(found.files[0]?.packing).toBeUndefined()
  })

  it('may contain other languages and other kinds of records, which are skipped', async () => {
    await expect(
      discover([{ nothing: 1 }, record('model', '3.0', { targetLanguage: 'ja' }), record('vocab', '3.0')]),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is reported as unreachable or as gone', async () => {
    await expect(discover([], 404)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const offline: typeof fetch = () => Promise.reject(new TypeError('fetch failed'))
    await expect(discoverModel(DISCOVERY, { fetch: offline })).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })
})
