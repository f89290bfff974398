import { readSubtitle, sentencesFromTranscript, transcriptOfCues } from '#subtitle-engine'

/**
 * Prints the time that the reader takes for shapes of files that could be slow, from bytes to sentences:
 * `node lab/readers/hostile.ts`. CPU milliseconds of the quickest of three runs; a straight line takes ten times as
 * long for ten times the bytes.
 */
const SIZES = [10_000, 100_000, 1_000_000, 5_000_000]
const TIMES = '00:00:01,000 --> 00:00:03,000'
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
const filled = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))
const oneCue = (text: string) => (bytes: number) => `1\n${TIMES}\n${filled(text, bytes)}\n`
const cues = (textOf: (i: number) => string, spanMs: number, stepMs: number) => (bytes: number) => {
  let file = ''
  for (let i = 0; file.length < bytes; i += 1)
    file += `${i + 1}\n${clock(i * stepMs)} --> ${clock(i * stepMs + spanMs)}\n${textOf(i)}\n\n`
  return file
}

const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'one cue of 0 ms': bytes => `1\n${clock(1000)} --> ${clock(1000)}\n${filled('we have it and so ', bytes)}\n`,
  'cues of 0 ms': cues(i => `and it is ${i}`, 0, 0),
  'opening brackets': oneCue('('),
  'opening tags and overrides': oneCue('<i {\\an8 '),
  'entities without an end': oneCue('&amp&#x'),
  'combining marks out of order': oneCue('\u0301\u0323'),
  'names and chevrons in a line': oneCue('>> JOHN: so. '),
  'rolling captions': cues(i => `line ${i} of it\nline ${i + 1} of it`, 1000, 1000),
  'cues that all overlap': cues(i => `this is ${i}`, 80_000_000, 1),
  'SAMI that closes nothing': bytes => `<SAMI><BODY>${filled('<SYNC Start=1><P Class=ENCC>it is <', bytes)}`,
  'TTML in TTML': bytes => `<tt><body>${filled('<div begin="1s">', bytes)}<p begin="1s" end="2s">it is</p>`,
  'a table of quotation marks': bytes => `start,end,text\n0,900,it is\n${filled('1,2,"a\n', bytes)}`,
  'times that rise': bytes => {
    let file = ''
    for (let i = 0; file.length < bytes; i += 1) file += `Anna ${clock(i * 10).slice(0, 8)}\n`
    return file
  },
  'numbers that are nearly times': bytes =>
    `${filled('00:00:01 - 00:00:02 , ,,,,, 3:\n', bytes)}\n\n1\n${TIMES}\nit is\n`,
  'JSON in JSON': bytes =>
    `{"segments":[{"start":0,"end":1,"text":"it is"}],"x":${filled('[', bytes / 2)}1${filled(']', bytes / 2)}}`,
  'arrows and numbers': bytes => `${filled('1\n--> ', bytes)}\n1\n${TIMES}\nit is\n`,
}

function cpuMs(work: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage().user
    work()
    return (process.cpuUsage().user - before) / 1000
  })
  return Math.min(...runs)
}

console.log(
  `| shape | ${SIZES.map(bytes => `${bytes / 1000} kB`).join(' | ')} |\n|---|${SIZES.map(() => '---|').join('')}`,
)
for (const [name, build] of Object.entries(SHAPES)) {
  const row = SIZES.map(bytes => {
    const file = build(bytes)
    const ms = cpuMs(() => void sentencesFromTranscript(transcriptOfCues(readSubtitle(file, 'en').cues)))
    return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
  })
  console.log(`| ${name} | ${row.join(' | ')} |`)
}
