import { BAKE, encoded, MAC, type SubtitleCase, srt, swapped, utf16, WINDOWS } from './write.ts'

export const ENCODINGS: readonly SubtitleCase[] = [
  {
    name: 'Windows-1252 with quotation marks',
    file: encoded(
      srt('I don’t think we’re going to make it.', 'She said: “You can’t do that” — and it’s over…'),
      WINDOWS,
    ),
    as: 'srt',
    said: ['I don’t think we’re going to make it.', 'She said: “You can’t do that” — and it’s over…'],
  },
  {
    name: 'Windows-1252 with a single sign in many lines',
    file: encoded(
      srt(...Array.from({ length: 40 }, (_, i) => `This is line number ${i} of it.`), 'They don’t sell it.'),
      WINDOWS,
    ),
    as: 'srt',
    said: [...Array.from({ length: 40 }, (_, i) => `This is line number ${i} of it.`), 'They don’t sell it.'],
  },
  {
    name: 'Windows-1252 with accents',
    file: encoded(srt('We met at the café and had a naïve idea.', 'Then Zoë and Señor CAFÉ came in.'), WINDOWS),
    as: 'srt',
    said: ['We met at the café and had a naïve idea.', 'Then Zoë and Señor CAFÉ came in.'],
  },
  {
    name: 'MacRoman',
    file: encoded(srt('I don’t know the café, “really”.', 'It’s over — and it’s a naïve idea.'), MAC),
    as: 'srt',
    said: ['I don’t know the café, “really”.', 'It’s over — and it’s a naïve idea.'],
  },
  {
    name: 'UTF-8 that was read as Windows-1252 and saved again',
    file: new TextDecoder('windows-1252').decode(Buffer.from(srt('It’s the café that we have.', '“So it is”…'))),
    as: 'srt',
    said: ['It’s the café that we have.', '“So it is”…'],
  },
  { name: 'UTF-16 with a mark', file: utf16(`\ufeff${srt(...BAKE)}`), as: 'srt', said: BAKE },
  { name: 'UTF-16, big end first, without a mark', file: swapped(srt(...BAKE)), as: 'srt', said: BAKE },
  {
    name: 'byte order marks inside a joined file',
    file: `\ufeff${srt(BAKE[0] ?? '')}\n\ufeff2\n00:00:05,000 --> 00:00:07,000\n\ufeff${BAKE[1]}\n`,
    as: 'srt',
    said: BAKE,
  },
  {
    name: 'decomposed accents',
    file: srt('We met at the cafe\u0301 in town.'),
    as: 'srt',
    said: ['We met at the café in town.'],
  },
]
