import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, homedir, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Translator } from 'fxtranslate'
import type { SpeechEngine } from '../../local/engines/engine.ts'
import { chooseEngines } from '../../local/engines/index.ts'
import { createMozilla, type TranslatorFiles } from '../../local/engines/mozilla.ts'
import { createParakeet } from '../../local/engines/parakeet.ts'
import { loadRecognizer, type RecognizerFiles } from '../../local/engines/recognizer.ts'
import { youngestChild } from './engines/children.ts'
import { writeModels } from './engines/models.ts'
import { piecesOf, speechFile } from './engines/sound.ts'
import { type Figure, writeFigures } from './figures.ts'
import { printTable } from './isolated.ts'

const OPTIONS = { page: { type: 'boolean', default: false } } as const
/** Sound that is heard by engines that cost next to nothing, and by the one that works as much as a real one. */
const LONG_SECONDS = 600
const SHORT_SECONDS = 60
const WARM_SECONDS = 2
const SENTENCE = 'Hello world and hello small world again.'
const SENTENCES = 400

interface Hearing {
  engine: string
  seconds: number
  /** The first file, of two seconds: the start of the process and the loading of the model. */
  startMs: number
  ms: number
  /** Of the process that hears; absent where the system does not tell. */
  cpuSeconds?: number
  peakMegabytes?: number
}

/**
 * The embedded engines: how fast and with how much memory they hear, what decoding and our own wiring add, whether
 * hearing and translating go side by side, and what threads and parts are worth. The installed models are measured where
 * there are some. The others are made up: they say what everything around a model costs, nothing about a real one.
 */
export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: OPTIONS })
  const folder = mkdtempSync(join(tmpdir(), 'jamak-engines-'))
  try {
    const models = writeModels(folder)
    const [warm, short, long] = [
      await speechFile(folder, WARM_SECONDS),
      await speechFile(folder, SHORT_SECONDS),
      await speechFile(folder, LONG_SECONDS),
    ]
    const hearings = await hearAll(models, warm, short, long)
    const decodingMs = await timed(() => piecesOf(long))
    const threads = await threadsOf(models.laborious, short)
    const translating = await translatingOf(models.translator)
    const overlap = await overlapOf(models.ctc, models.translator, warm, long)
    const measured = { cores: availableParallelism(), hearings, decodingMs, threads, translating, overlap }
    print(measured)
    writeFigures('engines', figuresOf(measured), measured, values.page)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  cores: number
  hearings: Hearing[]
  /** Decoding and cutting of the long sound, in this process. */
  decodingMs: number
  threads: Awaited<ReturnType<typeof threadsOf>>
  translating: Awaited<ReturnType<typeof translatingOf>>
  overlap: Awaited<ReturnType<typeof overlapOf>>
}

async function hearAll(
  { ctc, transducer, laborious }: ReturnType<typeof writeModels>,
  warm: string,
  short: string,
  long: string,
): Promise<Hearing[]> {
  const installed = await chooseEngines({
    modelsDir: join(homedir(), '.cache', 'jamak', 'models'),
    download: false,
    fetch,
    log: console.log,
    memoryBytes: totalmem(),
  })
  const { speech } = installed.description
  const installedName = speech === 'rehearsal' ? 'rehearsal (no model is installed)' : `${speech}, installed`
  const hearings = [await hearing(installedName, installed.speech, warm, long, LONG_SECONDS)]
  await installed.close()
  for (const [name, files, media, seconds] of [
    ['made-up CTC of 2 KB', ctc, long, LONG_SECONDS],
    ['made-up transducer of 5 KB', transducer, long, LONG_SECONDS],
    ['made-up CTC with the arithmetic of a real one', laborious, short, SHORT_SECONDS],
  ] as const) {
    const engine = createParakeet({ files })
    hearings.push(await hearing(name, engine, warm, media, seconds))
    await engine.close()
  }
  return hearings
}

async function hearing(
  engine: string,
  speech: SpeechEngine,
  warm: string,
  media: string,
  seconds: number,
): Promise<Hearing> {
  const startMs = await timed(() => speech.hear(warm))
  const before = youngestChild()
  const ms = await timed(() => speech.hear(media))
  const after = youngestChild()
  const usage = before && after && { ...after, cpuSeconds: after.cpuSeconds - before.cpuSeconds }
  return { engine, seconds, startMs, ms, ...usage }
}

/** The recognizer alone, its sound decoded before: on one thread, on one for each core, and pieces side by side. */
async function threadsOf(files: RecognizerFiles, media: string) {
  const pieces = await piecesOf(media)
  // Halves, so that there are as many pieces as cores of a small machine.
  const halves = pieces.flatMap(({ samples }) => [
    samples.subarray(0, samples.length >> 1),
    samples.subarray(samples.length >> 1),
  ])
  const recognizing = async (threads: number, atOnce: boolean) => {
    const recognizer = await loadRecognizer(files, threads)
    await recognizer.recognize(new Float32Array(16_000))
    const cpu = process.cpuUsage()
    const ms = await timed(async () => {
      if (atOnce) await Promise.all(halves.map(half => recognizer.recognize(half)))
      else for (const half of halves) await recognizer.recognize(half)
    })
    const { user, system } = process.cpuUsage(cpu)
    return { ms, cpuSeconds: (user + system) / 1e6 }
  }
  return {
    one: await recognizing(1, false),
    each: await recognizing(Math.min(4, availableParallelism()), false),
    sideBySide: await recognizing(1, true),
  }
}

/** Milliseconds a sentence: by the library itself, and through the worker that the engine keeps. */
async function translatingOf(files: TranslatorFiles) {
  const library = new Translator(
    readFileSync(files.model),
    readFileSync(files.sourceVocabulary),
    readFileSync(files.targetVocabulary),
  )
  library.translate(SENTENCE)
  const libraryMs = await timed(() => {
    for (let i = 0; i < SENTENCES; i += 1) library.translate(SENTENCE)
  })
  const engine = createMozilla({ files })
  const startMs = await timed(() => engine.translate([SENTENCE], 'FORMAL'))
  const engineMs = await timed(() => translate(engine, SENTENCES))
  await engine.close()
  return { startMs, libraryMs: libraryMs / SENTENCES, engineMs: engineMs / SENTENCES }
}

function translate(engine: ReturnType<typeof createMozilla>, sentences: number): Promise<unknown> {
  return engine.translate(
    Array.from({ length: sentences }, () => SENTENCE),
    'FORMAL',
  )
}

/** One video is heard while another is translated, about as long as the hearing takes: each alone, then both. */
async function overlapOf(files: RecognizerFiles, translator: TranslatorFiles, warm: string, media: string) {
  const speech = createParakeet({ files })
  const translation = createMozilla({ files: translator })
  await Promise.all([speech.hear(warm), translate(translation, 1)])
  const hearingMs = await timed(() => speech.hear(media))
  const sampleMs = await timed(() => translate(translation, SENTENCES))
  const sentences = Math.max(1, Math.round((SENTENCES * hearingMs) / sampleMs))
  const translatingMs = await timed(() => translate(translation, sentences))
  const bothMs = await timed(() => Promise.all([speech.hear(media), translate(translation, sentences)]))
  await Promise.all([speech.close(), translation.close()])
  const share = (hearingMs + translatingMs - bothMs) / Math.min(hearingMs, translatingMs)
  return { hearingMs, translatingMs, bothMs, share }
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function print({ cores, hearings, decodingMs, threads, translating, overlap }: Measured): void {
  console.log(`${cores} cores\n`)
  printTable(
    ['hearing', 'sound s', 'start s', 'heard in s', 'of real time', 'CPU s', 'peak MB'],
    hearings.map(({ engine, seconds, startMs, ms, cpuSeconds, peakMegabytes }) => [
      engine,
      String(seconds),
      inSeconds(startMs),
      inSeconds(ms),
      share(ms, seconds * 1000),
      cpuSeconds?.toFixed(1) ?? '-',
      peakMegabytes?.toFixed(0) ?? '-',
    ]),
  )
  console.log(`\nDecoding and cutting ${LONG_SECONDS} s alone: ${inSeconds(decodingMs)} s\n`)
  const { one, each, sideBySide } = threads
  printTable(
    [`recognizing ${SHORT_SECONDS} s in two pieces`, 's', 'CPU s'],
    Object.entries({
      'one thread': one,
      'a thread for each core': each,
      'both at once, a thread each': sideBySide,
    }).map(([name, { ms, cpuSeconds }]) => [name, inSeconds(ms), cpuSeconds.toFixed(1)]),
  )
  console.log(
    `\nA sentence takes the translator ${translating.libraryMs.toFixed(2)} ms and the engine ${translating.engineMs.toFixed(2)} ms; its worker starts in ${inSeconds(translating.startMs)} s`,
  )
  console.log(
    `Hearing ${inSeconds(overlap.hearingMs)} s, translating ${inSeconds(overlap.translatingMs)} s, both at once ${inSeconds(overlap.bothMs)} s`,
  )
}

function figuresOf({ cores, hearings, decodingMs, threads, translating, overlap }: Measured): Figure[] {
  const laborious = hearings.at(-1)
  const memory = (peak: number | undefined) => (peak === undefined ? '' : `, ${peak.toFixed(0)} MB at most`)
  return [
    ...hearings.map(({ engine, seconds, ms, peakMegabytes }) => ({
      figure: `${seconds / 60} min of speech, ${engine}`,
      measured: `${inSeconds(ms)} s (${share(ms, seconds * 1000)} of real time)${memory(peakMegabytes)}`,
      reference:
        seconds === LONG_SECONDS
          ? `${inSeconds(decodingMs)} s for decoding and cutting alone`
          : `${inSeconds(threads.each.ms)} s for the recognizer alone`,
      limit: 'none',
      means: 'how long a person waits for the words on a machine like this',
    })),
    {
      figure: 'what process, decoding and messages add to a recognizer that works as much as a real one',
      measured: `${share((laborious?.ms ?? 0) - threads.each.ms, threads.each.ms)} of its time`,
      reference: `${inSeconds(threads.each.ms)} s for the recognizer alone`,
      limit: 'none',
      means: 'what better wiring could save',
    },
    {
      figure: `the same pieces with one thread, with ${cores}, and side by side`,
      measured: `${inSeconds(threads.one.ms)}, ${inSeconds(threads.each.ms)} and ${inSeconds(threads.sideBySide.ms)} s`,
      reference: `${threads.one.cpuSeconds.toFixed(1)}, ${threads.each.cpuSeconds.toFixed(1)} and ${threads.sideBySide.cpuSeconds.toFixed(1)} s of CPU`,
      limit: 'none',
      means: 'what hearing in parts could win here (decision 35)',
    },
    {
      figure: 'a sentence of seven words, made-up translator',
      measured: `${translating.engineMs.toFixed(2)} ms`,
      reference: `${translating.libraryMs.toFixed(2)} ms by the library itself`,
      limit: 'none',
      means: 'what the worker adds to each sentence',
    },
    {
      figure: 'one video heard while another is translated',
      measured: `${share(overlap.share, 1)} of the shorter work side by side`,
      reference: `${inSeconds(overlap.hearingMs)} and ${inSeconds(overlap.translatingMs)} s alone, ${inSeconds(overlap.bothMs)} s together`,
      limit: 'none',
      means: 'what a second video costs the first one',
    },
  ]
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1)
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
