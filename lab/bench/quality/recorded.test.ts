import { describe, expect, it } from 'vitest'
import { formatSrt, inspectCues, koreanProfile, parseSrt } from '#subtitle-engine'
import { findProblems } from '../../../lambdas/translation/problems.ts'
import { translationeseIn } from '../../../lambdas/translation/translationese.ts'
import { qualityOf } from './measure.ts'
import { recordedCues, recordedRegisters, recordedTalks, SPOILT, WORD_MS } from './recorded.ts'

describe('recorded talks in good Korean', () => {
  it('are twenty of two to five minutes and ten short openings, in three registers', () => {
    const long = recordedTalks.filter(talk => talk.length >= 25)
    expect([long.length, recordedTalks.length - long.length]).toEqual([20, 10])
    expect(recordedTalks.flat().length).toBeGreaterThan(600)
    expect(new Set(recordedRegisters)).toEqual(new Set(['haeyo', 'hapnida', 'banmal']))
    for (const talk of long) {
      const spokenMs = talk.flatMap(({ sentence }) => sentence.words).length * WORD_MS
      expect(spokenMs).toBeGreaterThanOrEqual(120_000)
      expect(talk.at(-1)?.sentence.endMs).toBeLessThan(300_000)
    }
  })

  it('pass every check, except for 고맙습니다 among 해요체', () => {
    const doubts = recordedTalks.flatMap((talk, i) =>
      talk.flatMap(({ sentence, korean }) => {
        const neighbours = talk
          .filter(other => other.sentence !== sentence)
          .map(other => ({ sentence: other.sentence, korean: other.korean }))
        const standard = { register: recordedRegisters[i] ?? 'haeyo', glossary: new Map(), budgets: new Map() }
        return findProblems(sentence, korean, neighbours, standard).map(({ code }) => `${korean} ${code}`)
      }),
    )
    expect(doubts).toEqual(['들어 주셔서 정말 고맙습니다. register'])
  })

  it('contain no translationese', () => {
    expect(recordedTalks.flat().flatMap(({ korean }) => translationeseIn(korean))).toEqual([])
  })

  it('become cues of which at least 95 in 100 keep every rule', () => {
    const reports = recordedCues().map((cues, i) =>
      inspectCues(
        cues,
        koreanProfile,
        recordedTalks[i]?.map(({ sentence }) => sentence),
      ),
    )
    const sum = (of: 'kept' | 'cues') => reports.reduce((total, report) => total + report[of], 0)
    expect(sum('kept') / sum('cues')).toBeGreaterThanOrEqual(0.95)
  })
})

describe('the quality bench on the recorded talks', () => {
  const references = recordedCues()
  const own = qualityOf(references, references)

  it('gives the reference itself a perfect score, even after a round trip through SRT', () => {
    expect(own).toMatchObject({ suber: 0 })
    const read = references.map(cues => parseSrt(formatSrt(cues)))
    expect(qualityOf(read, references)).toMatchObject({ suber: 0 })
  })

  it.each(Object.entries(SPOILT))('gives %s a worse score', (_, change) => {
    const worse = qualityOf(recordedCues(change), references)
    expect(worse.suber).toBeGreaterThan(own.suber)
  })

  it('reports a register that changes within a talk', () => {
    const wandering = qualityOf(
      recordedCues(korean => (korean.length % 2 === 0 ? korean.replace(/어요\.$/, '었습니다.') : korean)),
      references,
    )
    expect(wandering.registers.hapnida).toBeGreaterThan(own.registers.hapnida)
  })
})
