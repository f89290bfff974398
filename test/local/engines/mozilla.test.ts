import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createMozilla,
  type MozillaOptions,
  type MozillaTranslation,
  splitClauses,
  type TranslatorFiles,
} from '../../../local/engines/mozilla.ts'
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

describe('a Mozilla model', () => {
  it.each(['shared', 'split'] as const)('with %s vocabularies translates every text, in order', async layout => {
    await using({ files: layout === 'shared' ? shared : split }, async engine => {
      const korean = await engine.translate(['Hello, small world.', '', 'world', 'small'], 'FORMAL')
      expect(korean).toEqual(['안녕하세요, 작은 세계.', '', '세계', '작은'])
      expect(await engine.works()).toBe(true)
    })
  })

  it('translates a long text in parts and loses none of them', async () => {
    const long = Array.from({ length: 30 }, () => 'small world.').join(' ')
    const [korean] = await using({ files: shared }, engine => engine.translate([long], 'FORMAL'))
    expect(korean).toBe(Array.from({ length: 30 }, () => '작은 세계.').join(' '))
  })

  it('does not pass its check with the vocabulary of another model', async () => {
    const foreign = file('foreign.spm', vocabulary(['▁nothing', 'q']))
    const files = { ...shared, sourceVocabulary: foreign, targetVocabulary: foreign }
    expect(await using({ files }, engine => engine.works())).toBe(false)
  })

  it('does not pass its check if a weight is missing or the file is junk', async () => {
    for (const model of [file('empty.bin', marianFile([])), file('junk.bin', Buffer.from('junk'))])
      expect(await using({ files: { ...shared, model } }, engine => engine.works())).toBe(false)
  })
})

describe('the translation worker', () => {
  it('is replaced after an error, and the text is translated again', async () => {
    const marker = join(folder, 'broke-once')
    vi.stubEnv('BREAK_MARKER', marker)
    const korean = await using({ files: shared, workerModule: BREAKING }, engine =>
      engine.translate(['Hello', 'world'], 'FORMAL'),
    )
    vi.unstubAllEnvs()
    expect(existsSync(marker)).toBe(true)
    expect(korean).toEqual(['안녕하세요', '세계'])
  })

  it('fails a text that caused an error twice', async () => {
    const files = { ...shared, model: join(folder, 'nowhere.bin') }
    await using({ files }, async engine => {
      await expect(engine.translate(['Hello'], 'FORMAL')).rejects.toMatchObject({ code: 'ENGINE_FAILED' })
    })
  })

  it('refuses work once the engine is closed', async () => {
    const engine = createMozilla({ files: shared })
    await engine.close()
    await expect(engine.translate(['Hello'], 'FORMAL')).rejects.toMatchObject({ code: 'STOPPED' })
  })
})

const wordsOf = (count: number, end = '') => `${Array.from({ length: count }, (_, i) => `w${i}`).join(' ')}${end}`

describe('a text split for the translator', () => {
  it('stays whole up to 40 words, whatever its punctuation', () => {
    const text = 'Mr. Smith came at 3.5 p.m. He left; nobody saw him, they said.'
    expect(splitClauses(text)).toEqual([text])
  })

  it('is cut at the end of a sentence, else at a semicolon, else at a comma, else in the middle', () => {
    expect(splitClauses(`${wordsOf(30, '.')} ${wordsOf(30, '.')}`)).toEqual([wordsOf(30, '.'), wordsOf(30, '.')])
    expect(splitClauses(`${wordsOf(20, ',')} ${wordsOf(15, ';')} ${wordsOf(20)}`)).toEqual([
      `${wordsOf(20, ',')} ${wordsOf(15, ';')}`,
      wordsOf(20),
    ])
    expect(splitClauses(`${wordsOf(22, ',')} ${wordsOf(22)}`)).toEqual([wordsOf(22, ','), wordsOf(22)])
    expect(splitClauses(wordsOf(60)).map(part => part.split(' ').length)).toEqual([30, 30])
  })

  it('loses no word and has no part over 40 words, for any punctuation', () => {
    const word = fc.tuple(fc.constantFrom('a', 'bee', 'sea'), fc.constantFrom('', '', ',', '.', ';', '?”'))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 300 }), entries => {
        const text = entries.map(([text, sign]) => text + sign).join(' ')
        const parts = splitClauses(text)
        expect(parts.join(' ')).toBe(text)
        for (const part of parts) expect(part.split(' ').length).toBeLessThanOrEqual(40)
      }),
    )
  })
})
