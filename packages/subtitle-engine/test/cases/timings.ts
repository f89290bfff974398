import { BAKE, type SubtitleCase, srt, vtt } from './write.ts'

export const TIMINGS: readonly SubtitleCase[] = [
  ...['–->', '->', '- >', '-- >', '—>', '=>', '→', '~', '–'].map(
    (arrow): SubtitleCase => ({
      name: `the arrow ${arrow}`,
      file: srt(...BAKE).replaceAll('-->', arrow),
      as: 'srt',
      said: BAKE,
    }),
  ),
  { name: 'carriage returns alone', file: srt(...BAKE).replaceAll('\n', '\r'), as: 'srt', said: BAKE },
  {
    name: 'no numbers and no blank lines',
    file: srt(...BAKE)
      .replace(/^\d\n/gm, '')
      .replaceAll('\n\n', '\n'),
    as: 'srt',
    said: BAKE,
  },
  {
    name: 'frames in the times',
    file: '1\n00:00:01:05 --> 00:00:03:00\nWe bake the bread of the town.\n\n2\n00:00:04:10 --> 00:00:06:29\nIt is very good bread.\n',
    as: 'srt',
    said: BAKE,
    starts: { We: 1167, It: 4333 },
  },
  {
    name: 'an arrow in the text',
    file: srt('Open the menu and click File --> Export', 'then go.'),
    as: 'srt',
    said: ['Open the menu and click File → Export then go.'],
  },
  {
    name: 'an arrow in the text of WebVTT',
    file: vtt('Open File --> Export and then go.', 'That is all of it.'),
    as: 'vtt',
    said: ['Open File → Export and then go.', 'That is all of it.'],
  },
  {
    name: 'times of day with an arrow in the text',
    file: srt('We are open from 9:00 --> 18:00 and not later.'),
    as: 'srt',
    said: ['We are open from 9:00 → 18:00 and not later.'],
  },
  {
    name: 'a cue whose times are unreadable',
    file: srt(...BAKE).replace('00:00:03,500 --> 00:00:05,500', 'soon --> later'),
    as: 'srt',
    said: BAKE,
  },
  { name: 'a number left over at the end', file: `${srt(...BAKE)}\n3\n`, as: 'srt', said: BAKE },
  {
    name: 'a line that is a number',
    file: srt('How many are there?', '42'),
    as: 'srt',
    said: ['How many are there?', '42'],
  },
]
