import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, homedir, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Translator } from 'fxtranslate'
import type { SpeechEngine } from '../../local/engines/engine.ts'
import { chooseEngines } from '../../local/engines/index.ts'
import { createMozilla, type TranslatorFiles } from '../../local/engines/mozilla.ts'
import { createParakeet } from '../../local/engines/parakeet.ts'
import { loadTranscriber, type TranscriberFiles } from '../../local/engines/transcriber.ts'
import { youngestChild } from './engines/children.ts'
import { writeModels } from './engines/models.ts'
import { piecesOf, speechFile } from './engines/sound.ts'
import { amount, type Cell, type Report, type Table } from './figures.ts'
import { median, printTable } from './isolated.ts'

const OPTIONS = { quick: { type: 'boolean', default: false } } as const
/** Sound for the engines that cost next to nothing, and for the one that computes as much as a real one. */
const LONG_SECONDS = 600
const SHORT_SECONDS = 60
const WARM_SECONDS = 2
const SENTENCE = 'Hello world and hello small world again.'
const SENTENCES = 400
const WIRING_ROUNDS = 5

interface Hearing {
  engine: string
  seconds: number
  /** Time for the first file, of two seconds: starting the process and loading the model. */
  startMs: number
  ms: number
  /** CPU of the transcribing process; undefined where the system does not report it. */
  cpuSeconds?: number
  peakMegabytes?: number
}

/**
 * Measures the embedded engines: speed and memory of transcription, the cost of decoding and of our own code, whether
 * transcription and translation run in parallel, and what threads and parts gain. Installed models are measured where
 * present. The others are synthetic: they show the cost of everything around a model, and nothing about a real one.
 */
export async function run(options: string[]): Promise<Report> {
  const { quick } = parseArgs({ args: options, options: OPTIONS }).values
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
    const wiring = await wiringOf(models.ctc, { warm, media: long, rounds: quick ? 1 : WIRING_ROUNDS })
    const threads = await threadsOf(models.laborious, short)
    const translating = await translatingOf(models.translator)
    const overlap = await overlapOf(models.ctc, models.translator, warm, long)
    const measured = { cores: availableParallelism(), hearings, decodingMs, wiring, threads, translating, overlap }
    print(measured)
    return { tables: tablesOf(measured), aims: [], data: { ...measured } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  cores: number
  hearings: Hearing[]
  /** Milliseconds to decode and cut the long sound in this process. */
  decodingMs: number
  wiring: Awaited<ReturnType<typeof wiringOf>>
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
  const startMs = await timed(() => speech.transcribe(warm))
  const before = youngestChild()
  const ms = await timed(() => speech.transcribe(media))
  const after = youngestChild()
  const usage = before && after && { ...after, cpuSeconds: after.cpuSeconds - before.cpuSeconds }
  return { engine, seconds, startMs, ms, ...usage }
}

/**
 * CPU seconds that the process, decoding, cutting and messages add per minute of sound, one figure per round. The
 * engine and its bare transcriber alternate, with a model that costs next to nothing, so that its noise does not hide
 * the difference. Undefined where the system does not report another process's CPU.
 */
async function wiringOf(
  files: TranscriberFiles,
  { warm, media, rounds }: { warm: string; media: string; rounds: number },
): Promise<number[] | undefined> {
  const engine = createParakeet({ files })
  try {
    const transcriber = await loadTranscriber(files, Math.min(4, availableParallelism()))
    const pieces = await piecesOf(media)
    await engine.transcribe(warm)
    await transcriber.transcribe(new Float32Array(16_000))
    const added: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = youngestChild()
      const own = await ownCpuSeconds(() => engine.transcribe(media))
      const after = youngestChild()
      if (!before || !after) return undefined
      const alone = await ownCpuSeconds(async () => {
        for (const { samples } of pieces) await transcriber.transcribe(samples)
      })
      added.push((60 * (own + after.cpuSeconds - before.cpuSeconds - alone)) / LONG_SECONDS)
    }
    return added
  } finally {
    await engine.close()
  }
}

async function ownCpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/**
 * The transcriber alone, with its sound decoded beforehand: on one thread, on one per core, and with pieces in parallel.
 */
async function threadsOf(files: TranscriberFiles, media: string) {
  const pieces = await piecesOf(media)
  // Halves, so that there are as many pieces as cores on a small machine.
  const halves = pieces.flatMap(({ samples }) => [
    samples.subarray(0, samples.length >> 1),
    samples.subarray(samples.length >> 1),
  ])
  const transcribing = async (threads: number, atOnce: boolean) => {
    const transcriber = await loadTranscriber(files, threads)
    await transcriber.transcribe(new Float32Array(16_000))
    const cpu = process.cpuUsage()
    const ms = await timed(async () => {
      if (atOnce) await Promise.all(halves.map(half => transcriber.transcribe(half)))
      else for (const half of halves) await transcriber.transcribe(half)
    })
    const { user, system } = process.cpuUsage(cpu)
    return { ms, cpuSeconds: (user + system) / 1e6 }
  }
  return {
    one: await transcribing(1, false),
    each: await transcribing(Math.min(4, availableParallelism()), false),
    sideBySide: await transcribing(1, true),
  }
}

/** Milliseconds per sentence, by the library itself and through the engine's worker. */
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

/** One video is transcribed while another is translated, which takes about as long: each alone, then both at once. */
async function overlapOf(files: TranscriberFiles, translator: TranslatorFiles, warm: string, media: string) {
  const speech = createParakeet({ files })
  const translation = createMozilla({ files: translator })
  await Promise.all([speech.transcribe(warm), translate(translation, 1)])
  const hearingMs = await timed(() => speech.transcribe(media))
  const sampleMs = await timed(() => translate(translation, SENTENCES))
  const sentences = Math.max(1, Math.round((SENTENCES * hearingMs) / sampleMs))
  const translatingMs = await timed(() => translate(translation, sentences))
  const bothMs = await timed(() => Promise.all([speech.transcribe(media), translate(translation, sentences)]))
  await Promise.all([speech.close(), translation.close()])
  const share = (hearingMs + translatingMs - bothMs) / Math.min(hearingMs, translatingMs)
  return { hearingMs, translatingMs, bothMs, share }
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function print({ cores, hearings, decodingMs, wiring, threads, translating, overlap }: Measured): void {
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
  const added = (wiring ?? []).map(seconds => seconds.toFixed(2)).join(', ')
  console.log(
    `Process, decoding and messages add ${added || '-'} s of CPU to a minute of sound (${wiring?.length ?? 0} rounds)\n`,
  )
  const { one, each, sideBySide } = threads
  printTable(
    [`transcribing ${SHORT_SECONDS} s in two pieces`, 's', 'CPU s'],
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

function tablesOf({ cores, hearings, decodingMs, threads, wiring, translating, overlap }: Measured): Table[] {
  const hearing = hearings.map(({ engine, seconds, ms, cpuSeconds, peakMegabytes }): Cell[] => [
    engine,
    `${seconds / 60} min`,
    amount(ms / 1000, 's', 1),
    amount(ms / (10 * seconds), '%', 1),
    cpuSeconds === undefined ? '-' : amount(cpuSeconds, 's', 1),
    peakMegabytes === undefined ? '-' : amount(peakMegabytes, 'MB'),
  ])
  const second = (ms: number) => amount(ms / 1000, 's', 1)
  const parts: Cell[][] = [
    [
      `decoding and cutting ${LONG_SECONDS / 60} min, alone`,
      second(decodingMs),
      '-',
      'the least that any engine needs',
    ],
    [
      'process, decoding and messages, CPU for a minute of sound',
      wiring ? addedCell(wiring, added => amount(added, 's', 2)) : '-',
      '-',
      'what better wiring could save',
    ],
    [
      'the same, of the CPU of a transcriber that works as much as a real one',
      wiring ? addedCell(wiring, added => amount((100 * added) / threads.one.cpuSeconds, '%', 1)) : '-',
      '-',
      'whether that is worth it',
    ],
    ...(
      [
        ['1 min on one thread', threads.one],
        [`1 min on ${cores} threads`, threads.each],
        ['1 min as two pieces at once', threads.sideBySide],
      ] as const
    ).map(([name, { ms, cpuSeconds }]): Cell[] => [
      `transcriber alone, ${name}`,
      second(ms),
      amount(cpuSeconds, 's', 1),
      'what hearing in parts could win here (docs/decisions/long-recordings.md)',
    ]),
    [
      'a sentence of seven words, by the translator itself',
      amount(translating.libraryMs, 'ms', 2),
      '-',
      'the reference',
    ],
    ['the same through our worker', amount(translating.engineMs, 'ms', 2), '-', 'what the worker adds'],
    [
      'a video heard, another translated, one after the other',
      second(overlap.hearingMs + overlap.translatingMs),
      '-',
      'the reference',
    ],
    ['both at once', second(overlap.bothMs), '-', 'what a second video costs the first one'],
  ]
  return [
    {
      name: 'engines',
      headings: ['hearing with', 'sound', 'heard in', 'of real time', 'CPU', 'peak memory'],
      rows: hearing,
    },
    { name: 'engines parts', headings: ['part', 'time', 'CPU', 'what it says'], rows: parts },
  ]
}

/** Formats the median of the added cost, or shows none if the noise of the rounds is as large. */
function addedCell(added: readonly number[], cell: (added: number) => Cell): Cell {
  return Math.min(...added) > 0 ? cell(median(added)) : 'not above noise'
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1)
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
