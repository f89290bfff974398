import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildDraft,
  buildPatch,
  type Cut,
  canonical,
  cutDraft,
  type Draft,
  eojeolsOf,
  inverse,
  type Operation,
  type Patch,
  patched,
  writeFiles,
} from '../../src/edit/index.ts'
import {
  type Cue,
  certificateFromInspection,
  cuesFromSentences,
  inspectCues,
  koreanProfile,
  PROFILES,
  parseSrt,
  sentencesFromTranscript,
  transcriptFromAmazon,
} from '../../src/index.ts'
import { randomFrom, standInTranslations, transcribedSpeech } from '../support/speech.ts'
import { talk, transcribedTalk } from '../support/talk.ts'
import { sentenceOf } from '../support/words.ts'
import { anyChoice, anyDraft, type Choice, chosenOperation } from './random-operations.ts'

/** A talk as the workflow delivers it. */
function talkDraft(): Draft {
  const transcript = transcriptFromAmazon(transcribedTalk())
  const korean = new Map(talk)
  const sentences = sentencesFromTranscript(transcript).map(sentence => {
    return { sentence, korean: korean.get(sentence.text) ?? '', problems: [] }
  })
  return buildDraft(sentences, { durationMs: transcript.durationMs + 3000, register: 'polite' })
}

/** With `marked`, every third sentence has phrase ends marked by the translator. */
function speechDraft(seed: number, minutes: number, marked = false): Draft {
  const transcript = transcriptFromAmazon(transcribedSpeech(seed, minutes))
  const sentences = sentencesFromTranscript(transcript)
  const korean = standInTranslations(sentences, seed)
  const translated = sentences.map((sentence, i) => ({
    sentence,
    korean: korean.get(sentence.id) ?? '',
    problems: [],
    ends: marked && i % 3 === 0 ? [2, 5] : undefined,
    starts: marked && i % 6 === 0 ? [3, 7] : undefined,
  }))
  return buildDraft(translated, { durationMs: transcript.durationMs + 5000, register: 'polite' })
}

const texts = (draft: Draft) => draft.sentences.map(canonical)

/** Performs operations; returns the final draft and the patches. */
function performed(start: Draft, choices: readonly Choice[]): { end: Draft; patches: Patch[] } {
  let end = start
  const patches: Patch[] = []
  for (const [i, choice] of choices.entries()) {
    const patch = buildPatch(end, chosenOperation(end, choice, `n${i}`), start)
    if (!patch) continue
    patches.push(patch)
    end = patched(end, patch)
  }
  return { end, patches }
}

function doing(draft: Draft, ...operations: Operation[]): Draft {
  return operations.reduce((now, operation) => {
    const patch = buildPatch(now, operation, draft)
    if (!patch) throw new Error(`not possible: ${JSON.stringify(operation)}`)
    return patched(now, patch)
  }, draft)
}

/** Inspects the downloaded file: its cues parsed back, against the edited sentences. */
function freshCertificate(cut: Cut) {
  const cues = parseSrt(writeFiles(cut).srt).map((cue, i): Cue => {
    return { ...cue, sentenceIds: cut.cues[i]?.sentenceIds ?? [], flags: cut.cues[i]?.flags ?? [] }
  })
  const { perMille: _, ...rest } = certificateFromInspection(inspectCues(cues, koreanProfile, cut.sentences))
  return rest
}

/** Ordinary runs repeat the same examples, so a quarter is enough; the nightly run sets `SEED` and draws all of them. */
const SHARE = process.env.SEED === undefined ? 4 : 1

describe('any sequence of edits', () => {
  it('undoes to the original draft and redoes to the final one', () => {
    fc.assert(
      fc.property(anyDraft, fc.array(anyChoice, { maxLength: 40 }), (start, choices) => {
        const { end, patches } = performed(start, choices)
        const undone = patches.toReversed().reduce((now, patch) => patched(now, inverse(patch)), end)
        expect(texts(undone)).toEqual(texts(start))
        expect(texts(patches.reduce(patched, undone))).toEqual(texts(end))
      }),
      { numRuns: 60 / SHARE },
    )
  })

  it('leaves cues in order, inside the media, with all visible text', () => {
    fc.assert(
      fc.property(anyDraft, fc.array(anyChoice, { maxLength: 25 }), (start, choices) => {
        const { end } = performed(start, choices)
        const { cues } = cutDraft(end)
        for (const [i, cue] of cues.entries()) {
          expect(cue.startMs).toBeGreaterThanOrEqual(cues[i - 1]?.endMs ?? 0)
          expect(cue.endMs).toBeGreaterThan(cue.startMs)
          expect(cue.lines.length).toBeLessThanOrEqual(2)
          if (end.durationMs > 0) expect(cue.endMs).toBeLessThan(end.durationMs)
        }
      }),
      { numRuns: 60 / SHARE },
    )
  })

  it('gives the same cues after a full and an incremental cut', () => {
    fc.assert(
      fc.property(anyDraft, fc.array(anyChoice, { maxLength: 12 }), (start, choices) => {
        let now = start
        let cut = cutDraft(now)
        for (const [i, choice] of choices.entries()) {
          const patch = buildPatch(now, chosenOperation(now, choice, `n${i}`), start)
          if (!patch) continue
          now = patched(now, patch)
          cut = cutDraft(now, koreanProfile, { earlier: cut })
        }
        const copy = { ...now, sentences: now.sentences.map(sentence => ({ ...sentence })) }
        const anew = cutDraft(copy)
        expect(cut.cues).toEqual(anew.cues)
        expect(cut.certificate).toEqual(anew.certificate)
        expect(writeFiles(cut)).toEqual(writeFiles(anew))
      }),
      { numRuns: 40 / SHARE },
    )
  })

  it('keeps the certificate equal to a fresh inspection of the file, after hundreds of random edits', () => {
    const random = randomFrom(5)
    const start = speechDraft(3, 12, true)
    let now = start
    let cut = cutDraft(now)
    let made = 0
    for (let i = 0; made < 1000 / SHARE; i += 1) {
      const text = start.sentences[Math.floor(random() * start.sentences.length)]?.korean ?? ''
      const what = Math.floor(random() * 20)
      const choice: Choice = [what > 11 ? 0 : what, Math.floor(random() * 9999), Math.floor(random() * 9999), text]
      if (choice[0] === 11 && choice[2] % 9 === 0) continue
      const patch = buildPatch(now, chosenOperation(now, choice, `n${i}`), start)
      if (!patch) continue
      made += 1
      now = patched(now, patch)
      if (made % 25 === 0) cut = cutDraft(now, koreanProfile, { earlier: cut })
      if (made % 100 === 0) expect({ ...cut.certificate, doubts: 0 }).toEqual({ ...freshCertificate(cut), doubts: 0 })
    }
    expect(cut.certificate.cues).toBeGreaterThan(100)
  })
})

describe('an unedited talk', () => {
  it.each([1, 2, 3])('breaks at most as many rules as the engine without groups: speech %i', seed => {
    const draft = speechDraft(seed, 20)
    const cut = cutDraft(draft)
    const korean = new Map(draft.sentences.map(({ id, korean }) => [id, korean]))
    const whole = cuesFromSentences(cut.sentences, korean, koreanProfile, draft.durationMs)
    const { kept } = certificateFromInspection(inspectCues(whole, koreanProfile, cut.sentences))
    expect(cut.cues.length).toBe(whole.length)
    expect(cut.certificate.kept).toBeGreaterThanOrEqual(kept - 1)
    expect(cut.cues.filter((cue, i) => cue.lines.join() !== whole[i]?.lines.join())).toEqual([])
  })
})

describe('a sentence in the editor', () => {
  const first = 'We met in the park , and {400} then we walked home together in the rain .'
  const korean = '우리는 공원에서 만났고 그다음에 비를 맞으며 함께 집까지 걸어갔어요.'
  const draft = () =>
    buildDraft(
      [
        { sentence: sentenceOf(first, 1000, 's1'), korean, problems: ['tooLong'] },
        { sentence: sentenceOf('It was late .', 12_000, 's2'), korean: '늦은 시간이었어요.', problems: [] },
      ],
      { durationMs: 20_000, register: 'polite' },
    )
  const linesOf = (now: Draft, id = 's1') =>
    cutDraft(now)
      .cuesOf.get(id)
      ?.map(({ lines }) => lines)

  it('ends a cue where the user asks for it, at the given moment', () => {
    const now = doing(draft(), { kind: 'break', id: 's1', at: 2, as: 'cue', ms: 2650 })
    const cues = cutDraft(now).cuesOf.get('s1') ?? []
    expect(cues[0]?.lines).toEqual(['우리는 공원에서'])
    expect(cues[1]?.startMs).toBe(2650)
  })

  it('ends a line where the user asks for it, and never where it is forbidden', () => {
    const broken = doing(draft(), { kind: 'text', id: 's2', korean: '정말로 아주 늦은 시간이었어요' })
    const forced = doing(broken, { kind: 'break', id: 's2', at: 1, as: 'line' })
    expect(linesOf(forced, 's2')).toEqual([['정말로', '아주 늦은 시간이었어요']])
    const start = draft()
    const [, , third = []] = linesOf(start) ?? []
    const all = (linesOf(start) ?? []).map(lines => lines.map(line => eojeolsOf(line).length))
    expect(third).toBeDefined()
    const at = all[0]?.[0] ?? 1
    const held = doing(start, { kind: 'break', id: 's1', at, as: 'none' })
    const ends: number[] = []
    for (const line of (linesOf(held) ?? []).flat()) ends.push((ends.at(-1) ?? 0) + eojeolsOf(line).length)
    expect(ends).not.toContain(at)
  })

  it('keeps a break while an eojeol beside it survives a rewrite', () => {
    const now = doing(
      draft(),
      { kind: 'break', id: 's1', at: 3, as: 'cue' },
      { kind: 'text', id: 's1', korean: '우리 둘은 공원에서 만났고 그다음에 비를 맞으며 집까지 걸어갔어요.' },
    )
    expect(now.sentences[0]?.breaks).toEqual([{ at: 4, kind: 'cue' }])
  })

  it('takes the in-time and out-time that the user sets, and follows the speech again when reset', () => {
    const moved = doing(draft(), { kind: 'time', id: 's2', startMs: 11_400, endMs: 14_000 })
    const [cue] = cutDraft(moved).cuesOf.get('s2') ?? []
    expect([cue?.startMs, cue?.endMs]).toEqual([11_400, 14_000])
    const back = doing(moved, { kind: 'time', id: 's2', startMs: null, endMs: null })
    expect(texts(back)).toEqual(texts(draft()))
  })

  it('can be split at a word and joined again', () => {
    const parts = doing(draft(), { kind: 'split', id: 's1', newId: 'x', word: 6, at: 3 })
    expect(parts.sentences.map(({ korean }) => korean)).toEqual([
      '우리는 공원에서 만났고',
      '그다음에 비를 맞으며 함께 집까지 걸어갔어요.',
      '늦은 시간이었어요.',
    ])
    expect(cutDraft(parts).cuesOf.get('x')?.[0]?.startMs).toBe(parts.words[6]?.startMs)
    expect(texts(doing(parts, { kind: 'join', id: 's1' }))).toEqual(texts(draft()))
  })

  it('has no translation problems once the user rewrites it', () => {
    expect(cutDraft(draft()).certificate.flags.translation).toBeGreaterThan(0)
    const now = doing(draft(), { kind: 'text', id: 's1', korean: '우리는 만났어요.' })
    expect(cutDraft(now).certificate.flags.translation).toBeUndefined()
  })

  it("keeps the translator's phrase ends and starts until its text or its bounds change", () => {
    const start = draft()
    const [first] = start.sentences
    if (!first) throw new Error('no sentence')
    const marked = { ...start, sentences: [{ ...first, ends: [3], starts: [4] }, ...start.sentences.slice(1)] }
    const kept = { ends: [3], starts: [4] }
    expect(doing(marked, { kind: 'check', id: 's1', checked: true }).sentences[0]).toMatchObject(kept)
    const changes: Operation[] = [
      { kind: 'text', id: 's1', korean: `${first.korean} 정말요` },
      { kind: 'split', id: 's1', newId: 'x', word: 6, at: 3 },
    ]
    for (const change of changes) {
      const [changed] = doing(marked, change).sentences
      expect([changed?.ends, changed?.starts]).toEqual([undefined, undefined])
    }
    expect(doing(marked, { kind: 'break', id: 's1', at: 2, as: 'none' }).sentences[0]).toMatchObject(kept)
  })

  it('can be restored to the machine’s version, alone or with all others', () => {
    const start = draft()
    const now = doing(
      start,
      { kind: 'split', id: 's1', newId: 'x', word: 6, at: 3 },
      { kind: 'text', id: 'x', korean: '다르게' },
      { kind: 'text', id: 's2', korean: '늦었어요.' },
    )
    const one = buildPatch(now, { kind: 'restore', ids: ['x'] }, start)
    if (!one) throw new Error('nothing to restore')
    expect(patched(now, one).sentences.map(({ korean }) => korean)).toEqual([start.sentences[0]?.korean, '늦었어요.'])
    const all = buildPatch(now, { kind: 'restore', ids: 'all' }, start)
    if (!all) throw new Error('nothing to restore')
    expect(texts(patched(now, all))).toEqual(texts(start))
  })
})

describe('a hostile text', () => {
  const hello = () =>
    buildDraft([{ sentence: sentenceOf('Hello there .'), korean: '네', problems: [] }], {
      durationMs: 9000,
      register: 'polite',
    })

  it.each([
    ['markup', '<script>alert(1)</script> 안녕', '‹script›alert(1)‹/script› 안녕'],
    ['controls and line breaks', 'a\u0000b\r\n\u001bc', 'a b c'],
    ['an arrow', '가 --> 나', '가 → 나'],
    ['private characters', '가\ue000나', '가나'],
    ['half a character', '가\ud83d나', '가나'],
  ])('is cleaned as the engine cleans: %s', (_, text, cleaned) => {
    const start = hello()
    expect(doing(start, { kind: 'text', id: 's1', korean: text }).sentences[0]?.korean).toBe(cleaned)
  })

  it('of a megabyte is shortened to the allowed length', () => {
    const start = hello()
    const now = doing(start, { kind: 'text', id: 's1', korean: '가'.repeat(1_000_000) })
    expect(now.sentences[0]?.korean).toHaveLength(1000)
  })
})

describe('the files of a subtitle for shorts', () => {
  it('position cues in the WebVTT only', () => {
    const { vtt, srt } = writeFiles(cutDraft(talkDraft(), PROFILES.shorts))
    expect(vtt.match(/ --> .*/g)?.every(times => times.endsWith(' line:70%'))).toBe(true)
    expect(srt).not.toContain('line:')
  })
})

describe('the certificate', () => {
  const cutOf = (change: Partial<Draft['sentences'][number]>, confidence = 1) => {
    const draft = speechDraft(1, 4)
    const [first, ...others] = draft.sentences
    if (!first) throw new Error('no sentence')
    const words = draft.words.map((word, i) =>
      i === first.from ? { ...word, confidence } : { ...word, confidence: 1 },
    )
    return cutDraft({ ...draft, words, sentences: [{ ...first, ...change }, ...others] }).certificate
  }

  it.each([
    'omission',
    'question',
    'negation',
    'tense',
    'quantity',
    'script',
    'added',
    'misheard',
    'fallback',
    'meaning',
  ])('counts a sentence with the problem %s beside the cues that keep the rules of form', problem => {
    const [clean, doubtful] = [cutOf({}), cutOf({ problems: [problem] })]
    expect(doubtful).toMatchObject({ kept: clean.kept, doubts: clean.doubts + 1 })
  })

  it('counts a sentence with a single unsure word, until a user has checked it', () => {
    const clean = cutOf({})
    expect(cutOf({}, 0.59).doubts).toBe(clean.doubts + 1)
    expect(cutOf({}, 0.6).doubts).toBe(clean.doubts)
    expect(cutOf({ checked: true }, 0.59).doubts).toBe(clean.doubts)
  })

  it('counts a stretch in which speech may be missing until a user has checked it, whatever its text becomes', () => {
    const unheard = { startMs: 9000, endMs: 20_000, words: '' }
    const [clean, doubtful] = [cutOf({}), cutOf({ unheard })]
    expect(doubtful).toMatchObject({ kept: clean.kept, doubts: clean.doubts + 1, flags: { unheard: 1 } })
    expect(cutOf({ unheard, checked: true }).doubts).toBe(clean.doubts)
    const [first, second] = speechDraft(1, 4).sentences
    const draft = speechDraft(1, 4)
    const sentences = draft.sentences.map(each => (each.id === first?.id ? { ...each, unheard } : each))
    const edit = (operation: Operation) => doing({ ...draft, sentences }, operation).sentences[0]?.unheard
    expect(edit({ kind: 'text', id: first?.id ?? '', korean: '다시 썼어요.' })).toEqual(unheard)
    expect(edit({ kind: 'join', id: first?.id ?? '' })).toEqual(second && unheard)
  })

  it('is never whole while a sentence is not translated', () => {
    const { kept, cues, doubts } = cutOf({ korean: '', problems: ['empty'] })
    expect(kept).toBeLessThan(cues)
    expect(doubts).toBeGreaterThan(0)
  })
})
