import { ass, BAKE, dialogue, json, type SubtitleCase, sami, ttml, vtt } from './write.ts'

export const DIALECTS: readonly SubtitleCase[] = [
  {
    name: 'SBV',
    file: `0:00:01.000,0:00:03.000\n${BAKE[0]}\n\n0:00:03.500,0:00:05.500\n${BAKE[1]}\n`,
    as: 'sbv',
    said: BAKE,
  },
  {
    name: 'WebVTT with comments, styles, regions and names of cues',
    file: `WEBVTT - a talk\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:top\n\nNOTE not said\n\nfirst\n00:01.000 --> 00:03.000 align:start\n<c.yellow>We</c> bake the <i>bread</i> of the town.\n\n00:03.500 --> 00:05.500\nIt is very good bread.\n`,
    as: 'vtt',
    said: BAKE,
  },
  {
    name: 'WebVTT with ruby',
    file: vtt('We bake the <ruby>bread<rt>pan</rt></ruby> of the town.', BAKE[1] ?? ''),
    as: 'vtt',
    said: BAKE,
  },
  {
    name: 'ASS with overrides, comments and drawings',
    file: ass(
      'Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,not said',
      dialogue(1, 3, '{\\pos(10,20)\\an8}We {\\i1}bake{\\i0}\\Nthe bread{a note} of\\hthe town.'),
      dialogue(4, 5, '{\\p1}m 0 0 l 100 0 100 100{\\p0}'),
      dialogue(5, 7, 'It is very good bread.'),
    ),
    as: 'ass',
    said: BAKE,
  },
  {
    name: 'ASS with commas, in the order of its own fields',
    file: `[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:03.00,Well, we bake it, too.\n`,
    as: 'ass',
    said: ['Well, we bake it, too.'],
  },
  {
    name: 'ASS karaoke',
    file: ass(dialogue(1, 3, '{\\k50}We {\\k70}bake {\\k80}it.')),
    as: 'ass',
    said: ['We bake it.'],
    starts: { We: 1000, bake: 1500, it: 2200 },
  },
  {
    name: 'layers of ASS',
    file: ass(
      dialogue(1, 3, '{\\blur4}We bake the bread of the town.'),
      dialogue(1, 3, 'We bake the bread of the town.'),
      dialogue(4, 6, 'It is very good bread.'),
    ),
    as: 'ass',
    said: BAKE,
  },
  {
    name: 'SSA with actors',
    file: ass(
      dialogue(1, 3, 'Do you like it?', 'Anna'),
      dialogue(4, 6, 'It is good', 'Tom'),
      dialogue(6, 8, 'and cheap.', 'Tom'),
    ),
    as: 'ssa',
    said: ['Anna|Do you like it?', 'Tom|It is good and cheap.'],
  },
  {
    name: 'SAMI',
    file: sami(
      `<SYNC Start=1000><P Class=ENCC>${BAKE[0]}`,
      '<SYNC Start=3000><P Class=ENCC>&nbsp;',
      `<SYNC Start=4000><P Class=ENCC>It is very<br>good bread.`,
    ),
    as: 'smi',
    said: BAKE,
    starts: { It: 4000 },
  },
  {
    name: 'SAMI in two languages',
    file: sami(
      `<SYNC Start=1000><P Class=KRCC>마을의 빵을 구워요.<P Class=ENCC>${BAKE[0]}`,
      '<SYNC Start=3000><P Class=KRCC>&nbsp;<P Class=ENCC>&nbsp;',
      `<SYNC Start=4000><P Class=KRCC>빵이 아주 좋아요.<P Class=ENCC>${BAKE[1]}`,
    ),
    as: 'smi',
    said: BAKE,
    alsoShown: 'language',
  },
  {
    name: 'TTML with clock times and spans',
    file: ttml(
      '<p begin="00:00:01.000" end="00:00:03.000">We <span>bake</span> the bread<br/>of the town.</p>\n<p begin="00:00:03.500" dur="2s">It is very good bread.</p>',
    ),
    as: 'ttml',
    said: BAKE,
  },
  {
    name: 'DFXP in frames, with a prefix',
    file: '<tt:tt xmlns:tt="http://www.w3.org/2006/10/ttaf1" xmlns:ttp="http://www.w3.org/2006/10/ttaf1#parameter" ttp:frameRate="25"><tt:body><tt:div><tt:p begin="00:00:01:05" end="00:00:03:00">We bake the bread of the town.</tt:p><tt:p begin="100f" end="150f">It is very good bread.</tt:p></tt:div></tt:body></tt:tt>',
    as: 'dfxp',
    said: BAKE,
    starts: { We: 1200, It: 4000 },
  },
  {
    name: 'TTML in ticks',
    file: ttml(
      '<p begin="10000000t" end="30000000t">We bake the bread of the town.</p><p begin="35000000t" end="55000000t">It is very good bread.</p>',
      'xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:tickRate="10000000"',
    ),
    as: 'ttml',
    said: BAKE,
    starts: { We: 1000 },
  },
  {
    name: 'LRC',
    file: '[ti:Bread]\n[00:01.00]We bake the bread of the town.\n[00:03.50]It is very good bread.\n',
    as: 'lrc',
    said: BAKE,
  },
  {
    name: 'LRC with words',
    file: '[00:01.00]<00:01.00>We <00:01.80>bake <00:02.40>it.\n[00:04.00]\n',
    as: 'lrc',
    said: ['We bake it.'],
    starts: { We: 1000, bake: 1800, it: 2400 },
  },
  {
    name: 'json3 with words, sent twice',
    file: json({
      events: [0, 0, 3000, 3000].map(at => ({
        tStartMs: at,
        dDurationMs: 3000,
        segs:
          at === 0
            ? [
                { utf8: 'We' },
                { utf8: ' bake', tOffsetMs: 400 },
                { utf8: '\u200b', tOffsetMs: 900 },
                { utf8: ' bread.', tOffsetMs: 2300 },
              ]
            : [{ utf8: 'It' }, { utf8: ' is', tOffsetMs: 300 }, { utf8: ' good.', tOffsetMs: 600 }],
      })),
    }),
    as: 'json3',
    said: ['We bake bread.', 'It is good.'],
    starts: { We: 0, bake: 400, bread: 2300, is: 3300 },
  },
  {
    name: 'json3 of lines',
    file: json({
      wireMagic: 'pb3',
      events: [
        { tStartMs: 0, id: 1, wpWinPosId: 1 },
        { tStartMs: 1000, dDurationMs: 2000, segs: [{ utf8: 'We bake the bread\nof the town.' }] },
        { tStartMs: 3500, dDurationMs: 2000, segs: [{ utf8: 'It is very good bread.' }] },
      ],
    }),
    as: 'json3',
    said: BAKE,
  },
  {
    name: 'srv3 with words',
    file: '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><body><p t="1000" d="2000"><s>We</s><s t="400"> bake</s><s t="1200"> it &amp; eat it.</s></p></body></timedtext>',
    as: 'srv3',
    said: ['We bake it & eat it.'],
    starts: { We: 1000, bake: 1400 },
  },
  {
    name: 'srv1, escaped twice',
    file: '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="1" dur="2">It&amp;#39;s the bread of the town.</text><text start="3.5" dur="2">It is very good bread.</text></transcript>',
    as: 'srv1',
    said: ["It's the bread of the town.", 'It is very good bread.'],
  },
  {
    name: 'Amazon Transcribe',
    file: json({
      results: {
        items: [
          ['We', 1, 1.4],
          ['bake', 1.5, 2],
          ['it', 2.1, 2.4],
        ]
          .map(([content, from, to]) => ({
            type: 'pronunciation',
            start_time: String(from),
            end_time: String(to),
            alternatives: [{ content, confidence: '0.9' }],
          }))
          .concat([{ type: 'punctuation', alternatives: [{ content: '.', confidence: '0.0' }] } as never]),
      },
    }),
    as: 'json',
    said: ['We bake it.'],
    starts: { bake: 1500 },
  },
  {
    name: 'openai-whisper',
    file: json({
      text: ' We bake it.',
      language: 'en',
      segments: [
        {
          id: 0,
          start: 1,
          end: 3,
          text: ' We bake it.',
          words: [
            { word: ' We', start: 1, end: 1.4, probability: 0.9 },
            { word: ' bake', start: 1.5, end: 2, probability: 0.9 },
            { word: ' it.', start: 2.1, end: 2.4, probability: 0.9 },
          ],
        },
      ],
    }),
    as: 'json',
    said: ['We bake it.'],
    starts: { We: 1000, bake: 1500, it: 2100 },
  },
  {
    name: 'faster-whisper, a list of segments',
    file: json([
      { start: 1, end: 3, text: ' We bake the bread of the town.' },
      { start: 3.5, end: 5.5, text: ' It is very good bread.' },
    ]),
    as: 'json',
    said: BAKE,
  },
  {
    name: 'whisper.cpp',
    file: json({
      transcription: [
        {
          timestamps: { from: '00:00:01,000', to: '00:00:03,000' },
          offsets: { from: 1000, to: 3000 },
          text: ' We bake the bread of the town.',
        },
        { offsets: { from: 3500, to: 5500 }, text: ' It is very good bread.' },
      ],
    }),
    as: 'json',
    said: BAKE,
  },
  {
    name: 'whisperX with speakers',
    file: json({
      segments: [
        {
          start: 1,
          end: 3,
          text: ' So what do you do?',
          speaker: 'SPEAKER_00',
          words: ['So', 'what', 'do', 'you', 'do?'].map((word, i) => ({
            word,
            start: 1 + i * 0.3,
            end: 1.2 + i * 0.3,
            speaker: 'SPEAKER_00',
          })),
        },
        { start: 3.2, end: 5, text: ' I bake bread', speaker: 'SPEAKER_01', words: [] },
        { start: 5.2, end: 6, text: 'and you', speaker: 'SPEAKER_00' },
      ],
    }),
    as: 'json',
    said: ['SPEAKER_00|So what do you do?', 'SPEAKER_01|I bake bread', 'SPEAKER_00|and you'],
    starts: { what: 1300 },
  },
  {
    name: 'the closed captions of Zoom as text',
    file: '[Anna Berg] 10:00:01\nGood morning, and welcome\n\n[Anna Berg] 10:00:05\nto the second call of the year.\n\n[Tom Oduya] 10:00:09\nThanks, Anna.\n',
    as: 'txt',
    said: ['Anna Berg|Good morning, and welcome to the second call of the year.', 'Tom Oduya|Thanks, Anna.'],
  },
  {
    name: 'a transcript of Teams as text',
    file: 'Anna Berg   0:01\nGood morning to all of you.\n\nTom Oduya   0:05\nThanks, Anna.\n',
    as: 'txt',
    said: ['Anna Berg|Good morning to all of you.', 'Tom Oduya|Thanks, Anna.'],
  },
]
