import { BAKE, type SubtitleCase, srt, type Text } from './write.ts'

const AUTO = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:03.429 align:start position:0%
 
Today<00:00:00.960><c> we</c><00:00:01.520><c> are</c><00:00:02.159><c> going</c><00:00:02.560><c> to</c><00:00:02.720><c> talk</c>

00:00:03.429 --> 00:00:03.439 align:start position:0%
Today we are going to talk
 

00:00:03.439 --> 00:00:05.749 align:start position:0%
Today we are going to talk
about<00:00:03.760><c> the</c><00:00:04.000><c> bread.</c>

00:00:05.749 --> 00:00:05.759 align:start position:0%
about the bread.
 

00:00:10.000 --> 00:00:12.000 align:start position:0%
 
and<00:00:10.960><c> then</c><00:00:11.520><c> we</c>

00:00:12.000 --> 00:00:12.010 align:start position:0%
and then we
 

00:00:12.010 --> 00:00:14.000 align:start position:0%
and then we
eat<00:00:12.400><c> it.</c>
`
const painted = (text: string, step: number) =>
  Array.from(
    { length: Math.ceil(text.length / step) },
    (_, i): Text => [i * 100, (i + 1) * 100, text.slice(0, (i + 1) * step).trim()],
  )
const highlighted = (tag: (word: string) => string) => {
  const words = 'We bake the bread.'.split(' ')
  return srt(
    ...words.map(
      (_, i): Text => [1000 + i * 300, 1300 + i * 300, words.map((word, n) => (n === i ? tag(word) : word)).join(' ')],
    ),
  )
}
const WORDS_LIT = { We: 1000, bake: 1300, the: 1600, bread: 1900 }

export const REPEATED: readonly SubtitleCase[] = [
  {
    name: 'automatic captions of YouTube',
    file: AUTO,
    as: 'vtt',
    said: ['Today we are going to talk about the bread.', 'and then we eat it.'],
    starts: { we: 960, the: 3760, eat: 12010 },
  },
  {
    name: 'the same as SRT',
    file: srt(
      [160, 3429, 'Today we are going to talk'],
      [3429, 3439, 'Today we are going to talk'],
      [3439, 5749, 'Today we are going to talk\nabout the bread.'],
      [5749, 5759, 'about the bread.'],
      [5759, 8000, 'about the bread.\nIt is good.'],
    ),
    as: 'srt',
    said: ['Today we are going to talk about the bread.', 'It is good.'],
  },
  {
    name: 'rolling captions with a gap',
    file: srt(
      [0, 3000, 'This is the first line'],
      [3100, 6000, 'This is the first line\nand here is the second'],
      [6100, 9000, 'and here is the second\nand that is the third.'],
    ),
    as: 'srt',
    said: ['This is the first line and here is the second and that is the third.'],
  },
  {
    name: 'rolling captions of three lines',
    file: srt(
      [0, 2000, 'one of us'],
      [2000, 4000, 'one of us\nand two of you'],
      [4000, 6000, 'one of us\nand two of you\nwent to the sea'],
      [6000, 8000, 'and two of you\nwent to the sea\nand it was cold.'],
    ),
    as: 'srt',
    said: ['one of us and two of you went to the sea and it was cold.'],
  },
  {
    name: 'words painted on',
    file: srt([0, 500, 'This'], [500, 1000, 'This is'], [1000, 1500, 'This is the'], [1500, 2000, 'This is the end.']),
    as: 'srt',
    said: ['This is the end.'],
    starts: { is: 500, end: 1500 },
  },
  {
    name: 'letters painted on',
    file: srt(...painted('This is the end of it.', 2)),
    as: 'srt',
    said: ['This is the end of it.'],
  },
  {
    name: 'a word underlined in turn',
    file: highlighted(word => `<u>${word}</u>`),
    as: 'srt',
    said: ['We bake the bread.'],
    starts: WORDS_LIT,
  },
  {
    name: 'a word coloured in turn',
    file: highlighted(word => `<font color="#00ff00">${word}</font>`),
    as: 'srt',
    said: ['We bake the bread.'],
    starts: WORDS_LIT,
  },
  {
    name: 'a word made bold in turn by ASS',
    file: highlighted(word => `{\\b1}${word}{\\b0}`),
    as: 'srt',
    said: ['We bake the bread.'],
    starts: WORDS_LIT,
  },
  {
    name: 'the same cue twice',
    file: srt(
      [1000, 3000, 'We bake the bread of the town.'],
      [1000, 3000, 'We bake the bread of the town.'],
      [4000, 6000, 'It is very good bread.'],
    ),
    as: 'srt',
    said: BAKE,
  },
  {
    name: 'a cue divided at a shot',
    file: srt(
      [1000, 2000, 'We bake the bread of the town.'],
      [2000, 3000, 'We bake the bread of the town.'],
      [4000, 6000, 'It is very good bread.'],
    ),
    as: 'srt',
    said: BAKE,
  },
  {
    name: 'a sign that moves from frame to frame',
    file: srt(...Array.from({ length: 24 }, (_, i): Text => [1000 + i * 42, 1042 + i * 42, 'The bakery of the town'])),
    as: 'srt',
    said: ['The bakery of the town'],
  },
  {
    name: 'a window of words that slides',
    file: srt(
      [0, 1000, 'so we went to the'],
      [1000, 2000, 'went to the sea and'],
      [2000, 3000, 'the sea and it was'],
      [3000, 4000, 'and it was cold.'],
    ),
    as: 'srt',
    said: ['so we went to the sea and it was cold.'],
  },
  {
    name: 'what people say twice',
    file: srt('No. No.', 'No.', 'Come on.', 'Come on. We have to go.', 'That is what I said.', 'That is what I said.'),
    as: 'srt',
    said: [
      'No.',
      'No.',
      'No.',
      'Come on.',
      'Come on.',
      'We have to go.',
      'That is what I said.',
      'That is what I said.',
    ],
  },
  {
    name: 'a refrain',
    file: srt([0, 2000, '♪ We will rock you ♪'], [2000, 4000, '♪ We will rock you ♪']),
    as: 'srt',
    said: ['We will rock you We will rock you'],
  },
]
