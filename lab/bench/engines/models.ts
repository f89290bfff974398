import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TranslatorFiles } from '../../../local/engines/mozilla.ts'
import type { TranscriberFiles } from '../../../local/engines/transcriber.ts'
import { FLOAT, floats, INT64, node, onnxModel } from '../../../test/fixtures/models/onnx.ts'
import { ctcModel, tokensFile, transducerModel } from '../../../test/fixtures/models/speech-models.ts'
import { DICTIONARY } from '../../../test/fixtures/models/tiny-manifest.ts'
import { splitTranslator } from '../../../test/fixtures/models/translation-model.ts'

/** Synthetic models with the layout of the real ones and invented weights. */
export interface BenchModels {
  ctc: TranscriberFiles
  transducer: TranscriberFiles
  /** Computes about as much per second of sound as a real transcriber, and transcribes nothing. */
  laborious: TranscriberFiles
  translator: TranslatorFiles
}

export function writeModels(folder: string): BenchModels {
  const file = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const tokens = file('tokens.txt', tokensFile())
  const { encoder, decoder, joiner } = transducerModel()
  const { model, sourceVocabulary, targetVocabulary } = splitTranslator(DICTIONARY)
  return {
    ctc: { kind: 'ctc', model: file('ctc.onnx', ctcModel()), tokens },
    transducer: {
      kind: 'transducer',
      encoder: file('encoder.onnx', encoder),
      decoder: file('decoder.onnx', decoder),
      joiner: file('joiner.onnx', joiner),
      tokens,
    },
    laborious: { kind: 'ctc', model: file('laborious.onnx', laboriousModel()), tokens },
    translator: {
      model: file('translator.bin', model),
      sourceVocabulary: file('source.spm', sourceVocabulary),
      targetVocabulary: file('target.spm', targetVocabulary),
    },
  }
}

const MELS = 80
const CLASSES = 6
const WIDTH = 1024
const MATRICES = 6
/**
 * Layers of 1024 x 1024 for each of 12.5 frames per second: 10.5 GFLOP per second of sound; Parakeet 0.6b takes about
 * 15.
 */
const LAYERS = 400

function laboriousModel(): Buffer {
  // The same weights in every run. Their values do not matter as long as they are small.
  const weights = (count: number, scale: number) => Array.from({ length: count }, (_, i) => Math.sin(i * 1.7) * scale)
  const layers = Array.from({ length: LAYERS }, (_, i) => [
    node('MatMul', [`x${i}`, `w${i % MATRICES}`], [`y${i}`]),
    node('Relu', [`y${i}`], [`x${i + 1}`]),
  ]).flat()
  const blankWins = Array.from({ length: CLASSES }, (_, id) => (id === CLASSES - 1 ? 0 : -50))
  return onnxModel({
    inputs: [
      { name: 'audio_signal', type: FLOAT, shape: ['N', MELS, 'T'] },
      { name: 'length', type: INT64, shape: ['N'] },
    ],
    outputs: [{ name: 'logprobs', type: FLOAT, shape: ['N', 'S', CLASSES] }],
    nodes: [
      node('AveragePool', ['audio_signal'], ['pooled'], { kernel_shape: [8], strides: [8] }),
      node('Transpose', ['pooled'], ['frames'], { perm: [0, 2, 1] }),
      node('MatMul', ['frames', 'first'], ['x0']),
      ...layers,
      node('MatMul', [`x${LAYERS}`, 'last'], ['energies']),
      node('Add', ['energies', 'bias'], ['scores']),
      node('LogSoftmax', ['scores'], ['logprobs'], { axis: 2 }),
    ],
    constants: [
      floats('first', [MELS, WIDTH], weights(MELS * WIDTH, 0.05)),
      ...Array.from({ length: MATRICES }, (_, i) => floats(`w${i}`, [WIDTH, WIDTH], weights(WIDTH * WIDTH, 0.02))),
      floats('last', [WIDTH, CLASSES], weights(WIDTH * CLASSES, 1e-6)),
      floats('bias', [CLASSES], blankWins),
    ],
    metadata: { vocab_size: String(CLASSES - 1), subsampling_factor: '8', normalize_type: '' },
  })
}
