/**
 * The worker thread that translates. The translator is synchronous, takes about 20 ms per word and is unusable once it
 * throws: an uncaught error ends the worker, and the engine starts another.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Translator } from 'fxtranslate'
import { type TranslationResponse, translationRequest, translatorFiles } from './mozilla.ts'

const files = translatorFiles.parse(workerData)
const source = readFileSync(files.sourceVocabulary)
const target = files.targetVocabulary === files.sourceVocabulary ? source : readFileSync(files.targetVocabulary)
const translator = new Translator(readFileSync(files.model), source, target)

parentPort?.on('message', message => {
  const { id, text } = translationRequest.parse(message)
  const answer: TranslationResponse = { id, korean: translator.translate(text) }
  parentPort?.postMessage(answer)
})
