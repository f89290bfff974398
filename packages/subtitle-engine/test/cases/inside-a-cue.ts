import { BAKE, type SubtitleCase, srt, vtt } from './write.ts'

export const INSIDE: readonly SubtitleCase[] = [
  {
    name: 'entities and a tag for a new line',
    file: srt(
      'Now we have a Q&amp;A session&nbsp;here.',
      '&nbsp;',
      'It&#39;s &quot;the end&quot; of it.<br>And then we go.',
    ),
    as: 'srt',
    said: ['Now we have a Q&A session here.', 'It\'s "the end" of it.', 'And then we go.'],
  },
  {
    name: 'numeric and named entities in WebVTT',
    file: vtt('It&#x27;s the caf&eacute; &amp; the town &#8212; 3 &lt; 5.'),
    as: 'vtt',
    said: ["It's the café & the town — 3 < 5."],
  },
  {
    name: 'overrides and line breaks of ASS in SRT',
    file: srt('{\\an8}We bake the bread\\Nof the town.', '<font color="#ffffff">It is <b>very</b> good bread.</font>'),
    as: 'srt',
    said: BAKE,
  },
  {
    name: 'drawings and comments of ASS in SRT',
    file: srt('{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}', '{a note of the translator}It is very nice to be here.'),
    as: 'srt',
    said: ['It is very nice to be here.'],
  },
  {
    name: 'code in braces and angle brackets',
    file: srt('Write {count} and useState in the <div> of it.'),
    as: 'srt',
    said: ['Write {count} and useState in the ‹div› of it.'],
  },
  {
    name: 'lyrics and sounds',
    file: srt('[door opens]', '♪ Row, row, row your boat. ♪', '(LAUGHS) That is all of it.'),
    as: 'srt',
    said: ['Row, row, row your boat.', 'That is all of it.'],
    alsoShown: 'door opens laughs',
  },
  {
    name: 'invisible characters',
    file: srt('\u202aWe ba\u00adke the\u00a0bread of\u200b the town.\u202c', BAKE[1] ?? ''),
    as: 'srt',
    said: BAKE,
  },
]
