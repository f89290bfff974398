import { readFileSync } from 'node:fs'
import type { SpokenWord } from './amazon.ts'

/*
 * The notation of a talk:
 *   ! title, subject, tone, speaker, term, keep    the brief; `! term English = 한국어 < heard as`
 *   A sentence with {heard|said|0.45} words.       0.95 without a confidence; `{heard||0.55}`: heard correctly
 *   + Korean   - literal Korean   ? help           two of each if the block has two sentences
 *   & Korean of both sentences if they are joined
 * In a dialog, `A: ` or `B: ` begins a turn. ` | ` in Korean is the model's phrase sign.
 */

/**
 * What a small model needs to translate a sentence correctly; without it, it writes the literal text.
 * - `name`: the brief lists the misheard name; `brief`: it lists the correction
 * - `unsure`: the request marks a misheard word
 * - `context`: the instructions say that words may be misheard
 * - `join`: the brief joins the sentence with the next one; `connective`: the instructions say that full stops may be wrong
 * - `slip`: the model makes a mistake of its own and repairs it once its problem is named; `stubborn`: it never does
 * - `never`: nothing helps
 * Three kinds start from a correct text: `guess` (reported as a guess), `wrongfix` (the brief "corrects" a word that was
 * right) and `wrongjoin` (it joins two sentences that should stay apart).
 */
const HELPS = [
  ...(['name', 'brief', 'unsure', 'context', 'join', 'connective', 'slip', 'stubborn', 'never'] as const),
  ...(['guess', 'wrongfix', 'wrongjoin'] as const),
] as const
type Help = (typeof HELPS)[number]

/** The talks, by file name. */
export const TALKS = ['river', 'backups', 'tuner'] as const

/** A sentence as transcribed, with the small model's texts. */
export interface ScriptSentence {
  english: string
  words: readonly SpokenWord[]
  right: string
  literal: string
  help?: Help
  /** Misheard words by what was said. */
  misheard: ReadonlyMap<string, string>
  /** The text of this sentence joined with the next one. */
  joined?: string
}

/** A name of the brief: its Korean and the spelling in the transcript, if it was misheard. */
interface ScriptTerm {
  english: string
  korean: string
  heardAs?: string
}

export interface Script {
  title: string
  subject: string
  tone: string
  speakers: readonly string[]
  terms: readonly ScriptTerm[]
  keepEnglish: readonly string[]
  sentences: readonly ScriptSentence[]
}

export function readScript(name: string): Script {
  const text = readFileSync(new URL(`${name}.talk`, import.meta.url), 'utf8')
  const lines = text.split('\n').filter(line => line !== '')
  const heads = lines.filter(line => line.startsWith('! ')).map(line => line.slice(2))
  const headed = (key: string) =>
    heads.filter(head => head.startsWith(`${key} `)).map(head => head.slice(key.length + 1))
  const blocks: string[][] = []
  for (const line of lines.filter(each => !each.startsWith('! ')))
    if (/^[-+?&] /.test(line)) blocks.at(-1)?.push(line)
    else blocks.push([line])
  let speaker: string | undefined
  const sentences = blocks.flatMap(([spoken = '', ...notes]) => {
    const [, label, said = ''] = /^(?:([AB]): )?(.*)$/.exec(spoken) ?? []
    if (label) speaker = label === 'A' ? 'spk_0' : 'spk_1'
    return readBlock(said, notes, speaker)
  })
  const [title = '', subject = '', tone = ''] = ['title', 'subject', 'tone'].map(key => headed(key)[0])
  return {
    title,
    subject,
    tone,
    speakers: headed('speaker'),
    terms: headed('term').map(term => {
      const [, english = '', korean = '', heardAs] = /^(.*?) = (.*?)(?: < (.*))?$/.exec(term) ?? []
      return { english, korean, ...(heardAs !== undefined && { heardAs }) }
    }),
    keepEnglish: headed('keep'),
    sentences,
  }
}

/** One sentence, or two where the block has two Korean texts: then the full stop between them is wrong or is removed. */
function readBlock(spoken: string, notes: readonly string[], speaker: string | undefined): ScriptSentence[] {
  const noted = (sign: string) => notes.filter(note => note.startsWith(`${sign} `)).map(note => note.slice(2))
  const [rights, literals, [joined], [rule]] = [noted('+'), noted('-'), noted('&'), noted('?')]
  const parts = rights.length === 2 ? spoken.split(/(?<=\.) /) : [spoken]
  if (parts.length !== rights.length) throw new Error(`texts and sentences differ: ${spoken}`)
  const [kind, ...rest] = rule?.split(' ') ?? []
  const help = HELPS.find(each => each === kind)
  if (rule !== undefined && !help) throw new Error(`unknown help: ${rule}`)
  return parts.map((part, i) => {
    const { words, misheard } = readWords(part, speaker)
    if (help === 'wrongfix') misheard.set(...splitPair(rest.join(' ')))
    const right = rights[i] ?? ''
    return {
      english: words.map(word => word.text).join(' '),
      words,
      right,
      literal: literals[i] ?? right,
      misheard,
      ...(help && { help }),
      ...(i === 0 && joined !== undefined && { joined }),
    }
  })
}

function splitPair(pair: string): [string, string] {
  const [heard = '', meant = ''] = pair.split(' = ')
  return [heard, meant]
}

/** Ordinary words have a high confidence; those in braces theirs, and a mishearing without one is a confident one. */
const SURE = 0.98
const MISHEARD = 0.95

/** Reads `{heard|said|confidence}`; `said` is empty for words that were heard correctly but with low confidence. */
function readWords(text: string, speaker: string | undefined) {
  const words: SpokenWord[] = []
  const misheard = new Map<string, string>()
  for (const [, heard = '', said, confidence, after = '', plain = ''] of text.matchAll(
    /\{(.*?)\|(.*?)(?:\|(.*?))?\}(\S*)|(\S+)/g,
  )) {
    if (said) misheard.set(heard, said)
    const sure = plain === '' ? Number(confidence ?? MISHEARD) : SURE
    for (const word of (plain || heard + after).split(' ')) words.push({ text: word, confidence: sure, speaker })
  }
  return { words, misheard }
}
