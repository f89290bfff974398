import { describe, expect, it } from 'vitest'
import type { wildcard } from '#local-aws/aws/permissions.ts'
import type { createHostRewriter } from '#local-aws/template/hosts.ts'
import type { ytDlpArguments } from '../../../lambdas/source/yt-dlp-command.ts'
import type { withOneForm } from '../../../lambdas/translation/term-forms.ts'
import type { replacedTerms, Term } from '../../../lambdas/translation/terms.ts'
import type { repairJosa } from '../../../packages/subtitle-engine/src/korean/josa.ts'
import type { readTable } from '../../../packages/subtitle-engine/src/read/table.ts'
import type { missingNumbers } from '../../../packages/subtitle-engine/src/translation-check.ts'
import type { findOddities } from '../../../packages/subtitle-engine/src/translation-oddities.ts'
import type { findTerm } from '../../../web/editor/terms/terms.ts'
import { countBuiltRegexes, regexesBuiltBy } from './built.ts'
import { badTextFor } from './slow-text.ts'

/** Terms that an attacker might choose to slow a pattern down. */
const TERMS = ['(a+)+$', 'Mina (Kim) [x]*', '가.*나.*다', 'a'.repeat(60), '^|$']
const TERM: Term = { korean: '김 미나 (가.*)', others: ['(나+)+$', '미나*'], source: 'user' }
const NAME: Term = { korean: '알렉산드라', others: [], source: 'user' }
const nothing = (): void => undefined

/** Makes each file build all of its patterns. */
const MAKERS: Record<string, (file: string) => RegExp[]> = {
  'lambdas/contract/pages.ts': file => regexesBuiltBy(file, nothing),
  'lambdas/source/yt-dlp-command.ts': file =>
    regexesBuiltBy<{ ytDlpArguments: typeof ytDlpArguments }>(file, made =>
      made.ytDlpArguments({ id: 'jamak-hello', folder: '/', maxBytes: 1, withCaptions: true }, {}, '--help', 'node'),
    ),
  'lambdas/translation/read-answer.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/read/starts-only.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/read/table.ts': file =>
    regexesBuiltBy<{ readTable: typeof readTable }>(file, made => made.readTable('start,end,text\n0,1,"a"\n', 30)),
  'packages/subtitle-engine/src/read/timing-line.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/korean/josa.ts': file =>
    regexesBuiltBy<{ repairJosa: typeof repairJosa }>(file, made => made.repairJosa('가나다', ['강', ...TERMS])),
  'packages/subtitle-engine/src/meaning/additions.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/meaning/losses.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/meaning/negation.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/meaning/quantities.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/meaning/words.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/numbers/idioms.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/numbers/english.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/numbers/korean.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/numbers/native.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/recut/join.ts': file => regexesBuiltBy(file, nothing),
  'packages/subtitle-engine/src/translation-check.ts': file =>
    regexesBuiltBy<{ missingNumbers: typeof missingNumbers }>(file, made => {
      const words = [{ text: 'Ax2', after: '', startMs: 0, endMs: 1, confidence: 1 }]
      made.missingNumbers({ text: 'Ax2', words }, '글')
    }),
  'packages/subtitle-engine/src/translation-oddities.ts': file =>
    regexesBuiltBy<{ findOddities: typeof findOddities }>(file, made => {
      for (const title of TERMS) made.findOddities('It is called so.', `“${title} abc”라고 해요`)
    }),
  'packages/subtitle-engine/src/weight.ts': file => regexesBuiltBy(file, nothing),
  'lambdas/translation/remarks.ts': file => regexesBuiltBy(file, nothing),
  'lambdas/translation/term-forms.ts': file =>
    regexesBuiltBy<{ withOneForm: typeof withOneForm }>(file, made => {
      for (const english of TERMS) made.withOneForm('글', new Map([[english, TERM]]))
      made.withOneForm('알렉센드라가', new Map([['Alexandra', NAME]]))
    }),
  'lambdas/translation/terms.ts': file =>
    regexesBuiltBy<{ replacedTerms: typeof replacedTerms }>(file, made =>
      made.replacedTerms('text', new Map(TERMS.map(english => [english, TERM]))),
    ),
  'packages/local-aws/src/aws/permissions.ts': file =>
    regexesBuiltBy<{ wildcard: typeof wildcard }>(file, made => {
      for (const pattern of ['dynamodb:*', 'arn:aws:s3:::media/work/*/*/sound.mp4']) made.wildcard(pattern)
    }),
  'packages/local-aws/src/template/hosts.ts': file =>
    regexesBuiltBy<{ createHostRewriter: typeof createHostRewriter }>(file, made =>
      made.createHostRewriter([{ host: 's3.ap-northeast-2.amazonaws.com', url: 'http://127.0.0.1:1' }]),
    ),
  'web/shared/subtitle-names.ts': file => regexesBuiltBy(file, nothing),
  'web/editor/terms/terms.ts': file =>
    regexesBuiltBy<{ findTerm: typeof findTerm }>(file, made => {
      const draft = { words: [], sentences: [], durationMs: 0, register: 'polite' } as const
      for (const from of TERMS) made.findTerm(draft, { from, to: '글' })
    }),
}

/** Files whose patterns match only our own text, with that text. */
const OWN_TEXT: Record<string, string> = {
  'bin/models/layer.ts': 'names of imported packages, by the names of our own',
  'packages/local-aws/src/site/api/routes.ts':
    'the path of a request, by fixed words and one `[^/]+` between two slashes',
  'local/youtube/yt-dlp.ts': 'the word `en`, by the languages of our own command line',
}

/** Files whose patterns may take quadratic time, with the reason why their input is short. */
const SHORT: Record<string, string> = {
  'packages/subtitle-engine/src/meaning/additions.ts': 'a sentence of a translation',
  'packages/local-aws/src/aws/permissions.ts': 'the name of a resource: an object of S3 has at most 1024 bytes',
}

describe('a regular expression built at run time', () => {
  const makers = countBuiltRegexes(['lambdas', 'web', 'local', 'bin', 'packages/*/src'])

  it('comes from a file that is measured here, or matches only our own text', () => {
    expect([...makers.keys()]).toEqual([...Object.keys(MAKERS), ...Object.keys(OWN_TEXT)].sort())
  })

  it.each(Object.entries(MAKERS))('in %s takes time linear in the length of the text', (file, make) => {
    // Patterns of imported files are checked under those files.
    const others = new Set(
      Object.keys(SHORT)
        .filter(each => each !== file)
        .flatMap(each => MAKERS[each]?.(each).map(String) ?? []),
    )
    const made = new Map(make(file).map(pattern => [String(pattern), pattern]))
    expect(made.size).toBeGreaterThanOrEqual(makers.get(file) ?? 1)
    const bad = [...made].filter(([text, pattern]) => !others.has(text) && badTextFor(pattern) !== undefined)
    expect(bad.length > 0).toBe(file in SHORT)
  })
})
