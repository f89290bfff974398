import { describe, expect, it } from 'vitest'
import { readSubtitle } from '../../src/index.ts'
import { encodeCp949 } from '../../src/read/cp949.ts'
import { textOf } from '../../src/read/lines.ts'
import { recutCues } from '../../src/recut/index.ts'
import { ass, dialogue, json, sami, srt, utf16 } from '../cases/write.ts'

const BREAD = ['빵을 구워요.', '맛있어요.']
const smi = (...rows: (readonly [ms: number, text: string])[]) =>
  sami(...rows.map(([ms, text]) => `<SYNC Start=${ms}><P Class=KRCC>\n${text}`))
const SMI = smi([1000, '빵을<br>구워요.'], [3000, '&nbsp;'], [4000, '맛있어요.'])
const both = (ms: number, korean: string, english: string) =>
  `<SYNC Start=${ms}><P Class=KRCC>${korean}<P Class=ENCC>${english}`
const OUTLINE = '{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}'

/** The text of each cue in one line, with the speaker before a bar where the file names one. */
const CASES: readonly (readonly [name: string, file: string | Uint8Array, shown: readonly string[]])[] = [
  ['SAMI', SMI, BREAD],
  ['SAMI in CP949', encodeCp949(SMI, () => '?'), BREAD],
  ['SAMI in UTF-16', utf16(`\ufeff${SMI}`), BREAD],
  [
    'SAMI with a comment as its style',
    `<SAMI><HEAD><STYLE><!--\n.KRCC { Name:한국어; }\n--></STYLE></HEAD><BODY>${SMI}`,
    BREAD,
  ],
  [
    'SAMI without classes',
    '<SAMI><BODY><SYNC Start=1000>빵을 구워요.<SYNC Start=3000>&nbsp<SYNC Start=4000>맛있어요.',
    BREAD,
  ],
  [
    'SAMI whose paragraphs are closed',
    '<SAMI><Sync Start="1000"><p class="KRCC">빵을 <i>구워요.</i></p></Sync><Sync Start="3000"><p>맛있어요.</p></Sync>',
    BREAD,
  ],
  [
    'SAMI in two languages',
    sami(
      both(1000, BREAD[0] ?? '', 'We bake.'),
      both(3000, '&nbsp;', '&nbsp;'),
      both(4000, BREAD[1] ?? '', 'It is good.'),
    ),
    BREAD,
  ],
  [
    'SAMI with one language after the other',
    `${SMI}<SYNC Start=1000><P Class=ENCC>We bake.<SYNC Start=4000><P Class=ENCC>It is good.`,
    BREAD,
  ],
  [
    'SAMI with ruby, colours and entities',
    smi([1000, '<ruby>빵<rt>pan</rt></ruby>을 <font color=#fff>구워요.</font>'], [3000, '맛있어요.&nbsp;']),
    BREAD,
  ],
  [
    'SAMI with names',
    smi([1000, '철수: 빵을 구워요.'], [3000, '영희: 맛있어요.'], [5000, '(철수) 그래요.']),
    ['철수|빵을 구워요.', '영희|맛있어요.', '철수|그래요.'],
  ],
  ['SAMI with dialogue', smi([1000, '- 맛있어요?<br>- 네.'], [3000, '&nbsp;']), ['turn-1|맛있어요? turn-2|네.']],
  [
    'SRT in CP949 with syllables beside KS X 1001',
    encodeCp949(srt('똠방각하가 펲시를 마셔요.'), () => '?'),
    ['똠방각하가 펲시를 마셔요.'],
  ],
  ['decomposed Hangul', srt(...BREAD).normalize('NFD'), BREAD],
  [
    'a word underlined in turn',
    srt(
      [1000, 1500, '<u>오늘은</u> 빵을 구워요'],
      [1500, 2000, '오늘은 <u>빵을</u> 구워요'],
      [2000, 2500, '오늘은 빵을 <u>구워요</u>'],
    ),
    ['오늘은 빵을 구워요'],
  ],
  [
    'an arrow in the text',
    srt('파일 --> 내보내기를 누르세요.', '그러면 됐습니다.'),
    ['파일 --> 내보내기를 누르세요.', '그러면 됐습니다.'],
  ],
  [
    'entities and a tag for a new line',
    srt('빵을<br>구워요.', '&nbsp;', '소금 &amp; 물.'),
    ['빵을 구워요.', '소금 & 물.'],
  ],
  ['comments and drawings of ASS', srt('{일본어 원문}빵을 구워요.', OUTLINE, '맛있어요.'), BREAD],
  ['code in braces', srt('{count}와 useState를 써요.'), ['{count}와 useState를 써요.']],
  [
    'times in frames',
    '1\n00:00:01:05 --> 00:00:03:00\n빵을 구워요.\n\n2\n00:00:04:10 --> 00:00:06:12\n맛있어요.\n',
    BREAD,
  ],
  [
    'full-width signs',
    '１\n００：００：０１，０００ --＞ ００：００：０３，０００\n빵을 구워요.\n\n２\n００：００：０４，０００ --＞ ００：００：０６，０００\n맛있어요.\n',
    BREAD,
  ],
  [
    'ASS with a sign',
    ass(dialogue(1, 3, '{\\i1}빵을\\N구워요.'), dialogue(1, 3, '{\\an8}빵집')),
    ['빵을 구워요.', '빵집'],
  ],
  [
    'a refrain, and what is said twice',
    srt([1000, 3000, '네.'], [3000, 5000, '네.'], [5000, 7000, '♪ 노래해요 ♪'], [7000, 9000, '♪ 노래해요 ♪']),
    ['네.', '네.', '♪ 노래해요 ♪', '♪ 노래해요 ♪'],
  ],
  [
    'notes of Clova',
    '새로운 노트\n\n참석자 1 00:00\n빵을 구워요.\n\n참석자 2 00:09\n맛있어요.\n\nclovanote.naver.com\n',
    ['참석자 1|빵을 구워요.', '참석자 2|맛있어요.'],
  ],
  [
    'JSON of Clova',
    json({
      segments: [
        {
          start: 1000,
          end: 3000,
          text: '빵을 구워요.',
          speaker: { name: 'A' },
          words: [
            [1000, 2000, '빵을'],
            [2000, 3000, '구워요.'],
          ],
        },
      ],
    }),
    ['A|빵을 구워요.'],
  ],
]

const lettersOf = (texts: readonly string[]) => [...texts.join('').replace(/[^\p{L}\p{N}]/gu, '')].sort().join('')

describe('a Korean subtitle', () => {
  it.each(CASES)('has each word once, before and after a recut: %s', (_, file, shown) => {
    const { cues } = readSubtitle(file, 'ko')
    const isTold = shown.some(text => text.includes('|'))
    const read = cues.map(({ lines }) =>
      lines.map(line => `${isTold && line.speaker ? `${line.speaker}|` : ''}${textOf([line])}`).join(' '),
    )
    expect(read).toEqual(shown)
    const after = recutCues(cues).after.flatMap(({ lines }) => lines)
    expect(lettersOf(after)).toBe(lettersOf(cues.flatMap(({ lines }) => lines.map(line => textOf([line])))))
  })
})
