import { BAKE, CALL, cases, GOOD, json, THANKS, WE_BAKE } from './write.ts'

const words = (key: string, from: string, to: string, scale: number) =>
  ['We', 'bake', 'it.'].map((text, i) => ({ [key]: text, [from]: (1 + i / 2) * scale, [to]: (1.4 + i / 2) * scale }))

/** Transcripts as programs and services write them. */
export const TRANSCRIPTS = cases([
  ['Fireflies', 'txt', `Anna Berg - 00:03\n${GOOD}\n\nTom Oduya - 00:09\n${THANKS}\n`, CALL],
  [
    'Trint and Happy Scribe',
    'txt',
    `[00:00:03.05] Anna Berg\n${GOOD}\n\n[00:00:09.000] - Tom Oduya\n${THANKS}\n`,
    CALL,
  ],
  [
    'Google Meet',
    'txt',
    `Transcript\n00:00:03\n \nAnna Berg: ${GOOD}\nTom Oduya: ${THANKS}\n00:05:00\n \nAnna Berg: And that is it.\n`,
    [...CALL, 'Anna Berg|And that is it.'],
  ],
  [
    'Otter',
    'txt',
    `Team call\n\nAnna Berg  0:03  \n${GOOD}\n\nTom Oduya  0:09  \n${THANKS}\n\nTranscribed by https://otter.ai\n`,
    CALL,
  ],
  ['Rev', 'txt', `Anna Berg (00:03):\n${GOOD}\n\nTom Oduya (00:09):\n${THANKS}\n`, CALL],
  [
    'Descript',
    'txt',
    `[00:00:03] Anna Berg: ${GOOD}\n\n[00:00:09] Tom Oduya: ${THANKS}\n`,
    CALL,
    { starts: { Good: 3000 } },
  ],
  ['Descript as Markdown', 'md', `**Anna Berg:** [00:00:03] ${GOOD}\n\n**Tom Oduya:** [00:00:09] ${THANKS}\n`, CALL],
  [
    'Teams with its head and foot',
    'txt',
    `Call with Anna\nMarch 15, 2024, 10:00AM\n32m 11s\n\nAnna Berg started transcription\n\nAnna Berg   0:03\n${GOOD}\n\nTom Oduya   0:09\n${THANKS}\n\nAnna Berg stopped transcription\n`,
    CALL,
  ],
  [
    'the chat of Zoom',
    'txt',
    `10:00:01 From Anna Berg : ${GOOD}\n10:00:09 From Tom Oduya : ${THANKS}\n`,
    CALL,
    { starts: { Good: 0 } },
  ],
  [
    'YouTube’s transcript, copied',
    'txt',
    '0:00\nwe bake the bread\n0:03\n3 seconds\nof the town.\n',
    ['we bake the bread of the town.'],
  ],
  ['a time before each line', 'txt', `00:00:01 ${BAKE[0]}\n00:00:04 ${BAKE[1]}\n`, BAKE],
  [
    'Premiere',
    'txt',
    `00:00:03:05 - 00:00:07:10\nSpeaker 1\n${GOOD}\n\n00:00:09:00 - 00:00:11:20\nSpeaker 2\n${THANKS}\n`,
    [`Speaker 1|${GOOD}`, `Speaker 2|${THANKS}`],
  ],
  [
    'DaVinci Resolve, with times in brackets',
    'txt',
    `[00:00:03:05 - 00:00:07:10]\nAnna\n${GOOD}\n\n[00:00:09:00 - 00:00:11:20]\nTom\n${THANKS}\n\n[00:00:12:00 - 00:00:13:00]\nAnna\nYes, it is.\n\n[00:00:14:00 - 00:00:15:00]\nTom\nIt is.\n`,
    [`Anna|${GOOD}`, `Tom|${THANKS}`, 'Anna|Yes, it is.', 'Tom|It is.'],
  ],
  [
    'Premiere as a table',
    'csv',
    `"Speaker Name","Start Time","End Time","Text"\n"Anna Berg","00:00:03:05","00:00:07:10","${GOOD}"\n"Tom Oduya","00:00:09:00","00:00:11:20","Thanks, ""Anna""."\n`,
    [CALL[0] ?? '', 'Tom Oduya|Thanks, "Anna".'],
  ],
  [
    'Whisper as a table',
    'tsv',
    `start\tend\ttext\n0\t3000\t${BAKE[0]}\n3000\t5000\t${BAKE[1]}\n`,
    BAKE,
    { starts: { It: 3000 } },
  ],
  [
    'labels of Audacity',
    'txt',
    `1.000000\t3.000000\t${BAKE[0]}\n3.500000\t5.500000\t${BAKE[1]}\n`,
    BAKE,
    { starts: { It: 3500 } },
  ],
  [
    'what Whisper prints',
    'txt',
    `[00:00.000 --> 00:03.000]  ${BAKE[0]}\n[00:03.000 --> 00:05.000]  ${BAKE[1]}\n`,
    BAKE,
  ],
  [
    'Rev as JSON',
    'json',
    json({
      monologues: [
        {
          speaker: 0,
          elements: [
            { value: 'We', ts: 1, end_ts: 1.4 },
            { value: ' ' },
            { value: 'bake', ts: 1.5, end_ts: 2 },
            { value: '.' },
          ],
        },
        { speaker: 1, elements: [{ value: 'Good', ts: 3, end_ts: 4 }, { value: '.' }] },
      ],
    }),
    ['spk_0|We bake.', 'spk_1|Good.'],
  ],
  [
    'the words of OpenAI’s service',
    'json',
    json({ duration: 5, text: 'We bake it.', words: words('word', 'start', 'end', 1) }),
    [],
    WE_BAKE,
  ],
  [
    'the chunks of transformers, the last one open',
    'json',
    json({
      text: ' x',
      chunks: [
        { timestamp: [0, 3], text: ` ${BAKE[0]}` },
        { timestamp: [3, null], text: ` ${BAKE[1]}` },
      ],
    }),
    BAKE,
  ],
  [
    'one JSON a line',
    'jsonl',
    `${json({ start: 0, end: 3, text: BAKE[0] })}\n${json({ start: 3, end: 5, text: BAKE[1] })}\n`,
    BAKE,
  ],
  [
    'whisper.cpp with its tokens',
    'json',
    json({
      transcription: [
        {
          offsets: { from: 1000, to: 3000 },
          text: ' We bake it.',
          tokens: [
            ['[_BEG_]', 1000],
            [' We', 1000],
            [' b', 1500],
            ['ake', 1700],
            [' it', 2000],
            ['.', 2200],
            ['[_TT_1]', 3000],
          ].map(([text, from]) => ({ text, offsets: { from, to: from } })),
        },
      ],
    }),
    [],
    WE_BAKE,
  ],
  [
    'Deepgram',
    'json',
    json({ results: { channels: [{ alternatives: [{ words: words('punctuated_word', 'start', 'end', 1) }] }] } }),
    [],
    WE_BAKE,
  ],
  [
    'AssemblyAI, in milliseconds',
    'json',
    json({
      utterances: [
        { speaker: 'A', start: 1000, end: 2400, text: 'We bake it.', words: words('text', 'start', 'end', 1000) },
      ],
    }),
    [],
    { ...WE_BAKE, said: ['A|We bake it.'] },
  ],
  [
    'Clova, with arrays of words',
    'json',
    json({
      segments: [
        {
          start: 1000,
          end: 2400,
          text: 'We bake it.',
          speaker: { label: '1', name: 'Anna' },
          words: [
            [1000, 1400, 'We'],
            [1500, 1900, 'bake'],
            [2000, 2400, 'it.'],
          ],
        },
      ],
    }),
    [],
    { ...WE_BAKE, said: ['Anna|We bake it.'] },
  ],
  [
    'youtube-transcript-api',
    'json',
    json([
      { text: BAKE[0], start: 0.16, duration: 3.2 },
      { text: BAKE[1], start: 4, duration: 2 },
    ]),
    BAKE,
  ],
])
