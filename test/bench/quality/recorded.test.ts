import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { register as registerOf } from '../../../lambdas/contract/archive-entry.ts'
import { cuesFromSentences, formatSrt, inspectCues, koreanProfile, parseSrt } from '../../../lambdas/subtitle/index.ts'
import { problemsOf } from '../../../lambdas/translation/problems.ts'
import { translationeseIn } from '../../../lambdas/translation/translationese.ts'
import { sentenceOf } from '../../translation/talk.ts'
import { nameShare, qualityOf } from './measure.ts'

/** Ordinary speech: about 150 words a minute. */
const WORD_MS = 400
const PAUSE_MS = 700

const text = readFileSync(new URL('../../fixtures/talks/recorded.txt', import.meta.url), 'utf8')
const blocks = text.split(/^= /m).slice(1)
/** The register of each talk, as its title says. */
const registers = blocks.map(block => registerOf.catch('haeyo').parse(/^.*\[(\w+)\]/.exec(block)?.[1]))
const talks = blocks.map(block => {
  let at = 1000
  return block
    .trim()
    .split('\n')
    .slice(1)
    .map((line, i) => {
      const [english = '', korean = ''] = line.split(' | ')
      const sentence = sentenceOf(`s${i + 1}`, english)
      const words = sentence.words.map((word, n) => ({
        ...word,
        startMs: at + n * WORD_MS,
        endMs: at + (n + 1) * WORD_MS - 30,
      }))
      const [startMs, endMs] = [at, at + words.length * WORD_MS - 30]
      at = endMs + PAUSE_MS
      return { sentence: { ...sentence, words, startMs, endMs }, korean }
    })
})

const cuesOf = (change: (korean: string) => string = korean => korean) =>
  talks.map(talk =>
    cuesFromSentences(
      talk.map(({ sentence }) => sentence),
      new Map(talk.map(({ sentence, korean }) => [sentence.id, change(korean)])),
      koreanProfile,
    ),
  )

describe('recorded talks in good Korean', () => {
  it('are twenty of two to five minutes and ten short openings, in three registers', () => {
    const long = talks.filter(talk => talk.length >= 25)
    expect([long.length, talks.length - long.length]).toEqual([20, 10])
    expect(talks.flat().length).toBeGreaterThan(600)
    expect(new Set(registers)).toEqual(new Set(['haeyo', 'hapnida', 'banmal']))
    for (const talk of long) {
      const spokenMs = talk.flatMap(({ sentence }) => sentence.words).length * WORD_MS
      expect(spokenMs).toBeGreaterThanOrEqual(120_000)
      expect(talk.at(-1)?.sentence.endMs).toBeLessThan(300_000)
    }
  })

  it('raise no doubt of any check, except 고맙습니다 among 해요체', () => {
    const doubts = talks.flatMap((talk, i) =>
      talk.flatMap(({ sentence, korean }) => {
        const neighbours = talk
          .filter(other => other.sentence !== sentence)
          .map(other => ({ sentence: other.sentence, korean: other.korean }))
        const standard = { register: registers[i] ?? 'haeyo', glossary: new Map(), budgets: new Map() }
        return problemsOf(sentence, korean, neighbours, standard).map(({ code }) => `${korean} ${code}`)
      }),
    )
    expect(doubts).toEqual(['들어 주셔서 정말 고맙습니다. register'])
  })

  it('read as Korean, not as translationese', () => {
    expect(talks.flat().flatMap(({ korean }) => translationeseIn(korean))).toEqual([])
  })

  it('become cues of which at least 95 in 100 keep every rule', () => {
    const reports = cuesOf().map((cues, i) =>
      inspectCues(
        cues,
        koreanProfile,
        talks[i]?.map(({ sentence }) => sentence),
      ),
    )
    const sum = (of: 'kept' | 'cues') => reports.reduce((total, report) => total + report[of], 0)
    expect(sum('kept') / sum('cues')).toBeGreaterThanOrEqual(0.95)
  })
})

describe('the quality bench on the recorded talks', () => {
  const references = cuesOf()
  const own = qualityOf(references, references)

  it('gives a perfect score to the reference itself, also after SRT', () => {
    expect(own).toMatchObject({ suber: 0, chrf: 100 })
    const read = references.map(cues => parseSrt(formatSrt(cues)))
    expect(qualityOf(read, references)).toMatchObject({ suber: 0, chrf: 100 })
  })

  it.each([
    ['lost words', (korean: string) => korean.split(' ').slice(1).join(' ')],
    ['swapped words', (korean: string) => korean.split(' ').reverse().join(' ')],
    ['other particles', (korean: string) => korean.replace(/[은는이가] /g, '도 ')],
  ])('gives a worse one to %s', (_, change) => {
    const worse = qualityOf(cuesOf(change), references)
    expect(worse.suber).toBeGreaterThan(own.suber)
    expect(worse.chrf).toBeLessThan(own.chrf)
  })

  it('shows a register that wanders', () => {
    const wandering = qualityOf(
      cuesOf(korean => (korean.length % 2 === 0 ? korean.replace(/어요\.$/, '었습니다.') : korean)),
      references,
    )
    expect(wandering.registers.hapnida).toBeGreaterThan(own.registers.hapnida)
  })

  it('counts the wanted form of names among all their forms', () => {
    const names = [['카를 드라이스', '칼 드라이스', '드라이스']]
    expect(nameShare('카를 드라이스는 칼 드라이스예요. 카를\n드라이스!', names)).toBeCloseTo(2 / 3)
    expect(nameShare('아무도 없어요.', names)).toBeUndefined()
  })
})
