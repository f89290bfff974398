import { type SubtitleCase, srt, vtt } from './write.ts'

export const SPEAKERS: readonly SubtitleCase[] = [
  {
    name: 'labels of whisperX',
    file: srt(
      '[SPEAKER_00]: So what do you do for a living?',
      '[SPEAKER_01]: I bake bread in a small town',
      '[SPEAKER_00]: and do you like it',
    ),
    as: 'srt',
    said: [
      'SPEAKER_00|So what do you do for a living?',
      'SPEAKER_01|I bake bread in a small town',
      'SPEAKER_00|and do you like it',
    ],
  },
  {
    name: 'names of Zoom',
    file: vtt(
      'Anna Berg: Good morning everyone, and welcome',
      'Anna Berg: to the second call of the year.',
      'Tom Oduya: Thanks, Anna.',
    ),
    as: 'vtt',
    said: ['Anna Berg|Good morning everyone, and welcome to the second call of the year.', 'Tom Oduya|Thanks, Anna.'],
  },
  {
    name: 'roles',
    file: srt('Interviewer: What do you do for a living?', 'Speaker 2: I bake the bread of the town.'),
    as: 'srt',
    said: ['Interviewer|What do you do for a living?', 'Speaker 2|I bake the bread of the town.'],
  },
  {
    name: 'voices of Teams',
    file: vtt('<v Anna Berg>We have to</v>', '<v Tom Oduya>wait for it.</v>'),
    as: 'vtt',
    said: ['Anna Berg|We have to', 'Tom Oduya|wait for it.'],
  },
  {
    name: 'two voices in a cue',
    file: vtt('<v Anna>Are you there?</v>\n<v.loud Tom>I am.</v>'),
    as: 'vtt',
    said: ['Anna|Are you there?', 'Tom|I am.'],
  },
  {
    name: 'names in capitals',
    file: srt('JOHN: We have to wait', 'for it, and you know it.', 'MARY (O.S.): Not me.'),
    as: 'srt',
    said: ['JOHN|We have to wait for it, and you know it.', 'MARY|Not me.'],
  },
  {
    name: 'names in brackets',
    file: srt('(John): Where are you?', '[Mary]: I am here.', '[John] Then come.', '[John] We have to go.'),
    as: 'srt',
    said: ['John|Where are you?', 'Mary|I am here.', 'John|Then come.', 'John|We have to go.'],
  },
  {
    name: 'chevrons, also inside a line',
    file: srt('>> Are you there? >> I am.', '>> REPORTER: This is what we know.'),
    as: 'srt',
    said: ['turn-1|Are you there?', 'turn-2|I am.', 'REPORTER|This is what we know.'],
  },
  {
    name: 'dashes',
    file: srt('- Are you coming\n- Not today', '-This is the end.'),
    as: 'srt',
    said: ['turn-1|Are you coming', 'turn-2|Not today', 'turn-3|This is the end.'],
  },
  {
    name: 'a name that comes again inside a line',
    file: srt('JOHN: Where is it? MARY: It is here.', 'JOHN: Good.'),
    as: 'srt',
    said: ['JOHN|Where is it?', 'MARY|It is here.', 'JOHN|Good.'],
  },
  {
    name: 'questions and answers',
    file: srt('Q: What is it that you do?', 'A: I bake the bread.'),
    as: 'srt',
    said: ['Q|What is it that you do?', 'A|I bake the bread.'],
  },
  {
    name: 'colons that follow no name',
    file: srt(
      'Remember: this is the point.',
      'Note: it is 10:30 at the moment.',
      'The answer is: we do not know.',
      'Remember: that is all.',
    ),
    as: 'srt',
    said: [
      'Remember: this is the point.',
      'Note: it is 10:30 at the moment.',
      'The answer is: we do not know.',
      'Remember: that is all.',
    ],
  },
  {
    name: 'capitals with names and institutions',
    file: srt(
      'JOHN SMITH: I LIVE IN NEW YORK AND I WORK FOR THE FBI.',
      'MARY: DO YOU WORK WITH NASA, TOO?',
      'AND DR. SMITH HAS THE 3RD MP3 FROM MONDAY.',
    ),
    as: 'srt',
    said: [
      'JOHN SMITH|I live in New York and I work for the FBI.',
      'MARY|Do you work with NASA, too?',
      'MARY|And Dr. Smith has the 3rd MP3 from Monday.',
    ],
  },
]
