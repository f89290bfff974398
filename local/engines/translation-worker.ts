/**
 * The worker that translates: the translator is synchronous, takes some 20 ms a word, and is lost once it throws; an error
 * that nobody catches ends the worker, and the service starts another.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Translator } from 'fxtranslate'
import { type FromTranslationWorker, toTranslationWorker, translatorFiles } from './translation-messages.ts'

const files = translatorFiles.parse(workerData)
const source = readFileSync(files.sourceVocabulary)
const target = files.targetVocabulary === files.sourceVocabulary ? source : readFileSync(files.targetVocabulary)
const translator = new Translator(readFileSync(files.model), source, target)

parentPort?.on('message', message => {
  const { id, text } = toTranslationWorker.parse(message)
  const answer: FromTranslationWorker = { id, korean: translator.translate(text) }
  parentPort?.postMessage(answer)
})
