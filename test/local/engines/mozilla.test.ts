import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMozilla, type MozillaOptions, type MozillaTranslation } from '../../../local/engines/mozilla.ts'
import type { TranslatorFiles } from '../../../local/engines/translation-messages.ts'
import { marianFile } from '../../fixtures/models/marian.ts'
import { vocabulary } from '../../fixtures/models/sentence-piece.ts'
import { DICTIONARY } from '../../fixtures/models/tiny-manifest.ts'
import { sharedTranslator, splitTranslator, type TinyTranslator } from '../../fixtures/models/translation-model.ts'

const BREAKING = new URL('../../fixtures/models/breaking-translation-worker.ts', import.meta.url)

let folder: string
let shared: TranslatorFiles
let split: TranslatorFiles

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'translation-'))
  shared = written('shared', sharedTranslator(DICTIONARY))
  split = written('split', splitTranslator(DICTIONARY))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: Buffer): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

function written(name: string, { model, sourceVocabulary, targetVocabulary }: TinyTranslator): TranslatorFiles {
  const source = file(`${name}.src.spm`, sourceVocabulary)
  const target = sourceVocabulary === targetVocabulary ? source : file(`${name}.trg.spm`, targetVocabulary)
  return { model: file(`${name}.bin`, model), sourceVocabulary: source, targetVocabulary: target }
}

async function using<T>(options: MozillaOptions, work: (engine: MozillaTranslation) => Promise<T>): Promise<T> {
  const engine = createMozilla(options)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

describe('a translation model', () => {
  it.each(['shared', 'split'] as const)('with %s vocabularies translates every text, in order', async layout => {
    await using({ files: layout === 'shared' ? shared : split }, async engine => {
      const korean = await engine.translate(['Hello, small world.', '', 'world', 'small'], 'FORMAL')
      expect(korean).toEqual(['안녕하세요, 작은 세계.', '', '세계', '작은'])
      expect(await engine.works()).toBe(true)
    })
  })

  it('gets a long text in parts and loses none of them', async () => {
    const long = Array.from({ length: 30 }, () => 'small world.').join(' ')
    const [korean] = await using({ files: shared }, engine => engine.translate([long], 'FORMAL'))
    expect(korean).toBe(Array.from({ length: 30 }, () => '작은 세계.').join(' '))
  })

  it('is found not to work where its vocabulary belongs to another model', async () => {
    const foreign = file('foreign.spm', vocabulary(['▁nothing', 'q']))
    const files = { ...shared, sourceVocabulary: foreign, targetVocabulary: foreign }
    expect(await using({ files }, engine => engine.works())).toBe(false)
  })

  it('is found not to work where a weight is missing or the file is junk', async () => {
    for (const model of [file('empty.bin', marianFile([])), file('junk.bin', Buffer.from('junk'))])
      expect(await using({ files: { ...shared, model } }, engine => engine.works())).toBe(false)
  })
})

describe('the worker that translates', () => {
  it('is replaced when it throws, and the text is translated once more', async () => {
    const marker = join(folder, 'broke-once')
    vi.stubEnv('BREAK_MARKER', marker)
    const korean = await using({ files: shared, workerModule: BREAKING }, engine =>
      engine.translate(['Hello', 'world'], 'FORMAL'),
    )
    vi.unstubAllEnvs()
    expect(existsSync(marker)).toBe(true)
    expect(korean).toEqual(['안녕하세요', '세계'])
  })

  it('fails the text after it threw twice', async () => {
    const files = { ...shared, model: join(folder, 'nowhere.bin') }
    await using({ files }, async engine => {
      await expect(engine.translate(['Hello'], 'FORMAL')).rejects.toMatchObject({ code: 'ENGINE_FAILED' })
    })
  })

  it('takes nothing after it was closed', async () => {
    const engine = createMozilla({ files: shared })
    await engine.close()
    await expect(engine.translate(['Hello'], 'FORMAL')).rejects.toMatchObject({ code: 'STOPPED' })
  })
})
