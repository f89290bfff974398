import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { labelledSentences, translatorsMarks } from '../../breaks/labelled.ts'
import { isOfSample, misplaced } from './translator-sample.ts'

/**
 * Cuts labelled sentences with knowledge other than the engine's own: `part <n> <speeds> <file> …` cuts part `n` of
 * each file with weights learned from the other parts; `unmarked`, `marked` and `misplaced <n> …` do so for the
 * sentences that a translator marked, without these marks, with them, and with one in five put a word off; `reader
 * <1|2> <speeds> <file> …` cuts everything by one reader's labels. A speed such as `8@shorts` cuts for another profile.
 */
const [knowledge = '', which = '', speeds = '', ...files] = process.argv.slice(2)
const part = knowledge === 'reader' ? undefined : { only: Number(which) }

let isReplaced = false

/** Makes the engine load another module instead of one of its own. */
function replaceModule(name: string, url: string): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!specifier.endsWith(`/${name}`)) return next(specifier, context)
      isReplaced = true
      return { url, shortCircuit: true }
    },
  })
}

if (part) {
  replaceModule('boundary-weights.json', pathToFileURL(await weightsWithout(part.only)).href)
} else {
  replaceModule('boundary-model.ts', new URL('reader-odds.ts', import.meta.url).href)
}
const { cutByEngine, profileNamed } = await import('./cut.ts')
// Weights loaded earlier would have been trained on the sentences they are measured on.
if (!isReplaced) throw new Error('the engine had loaded its own knowledge before')
const sentences = files.flatMap(file => labelledSentences(file, part)).filter(isOfSample(knowledge))
const marks = marksFor(knowledge)
const outcomes = speeds.split(',').map(speed => {
  const [pace, profile] = speed.split('@')
  const { breaks, ...outcome } = cutByEngine(sentences, Number(pace), profileNamed(profile), marks)
  return {
    ...outcome,
    breaks: breaks.map(({ sentence, at, kind }) => ({ sentence: sentences.indexOf(sentence), at, kind })),
  }
})
console.log(JSON.stringify(outcomes))

function marksFor(knowledge: string): readonly (readonly number[])[] {
  if (knowledge !== 'marked' && knowledge !== 'misplaced') return []
  const byText = translatorsMarks()
  const marks = sentences.map(({ words }) => byText.get(words.join(' ')) ?? [])
  return knowledge === 'marked' ? marks : misplaced(marks)
}

/** The file with the weights learned from the other parts. It is learned once for the same sources, in half a minute. */
async function weightsWithout(part: number): Promise<string> {
  const { examplesOf, sourcesDigest, trained, weightsFile } = await import('../../breaks/train.ts')
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/break-weights')
  const file = join(folder, `${sourcesDigest()}-without-${part}.json`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, weightsFile(trained(examplesOf({ without: part }))))
  renameSync(unfinished, file)
  return file
}
