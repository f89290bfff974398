import { type SubtitleCase, srt } from './write.ts'

export const AT_ONCE: readonly SubtitleCase[] = [
  {
    name: 'a sign beside a sentence',
    file: srt([0, 3000, 'Keep walking and'], [500, 2500, '{\\an8}EXIT'], [3100, 5000, 'do not stop.']),
    as: 'srt',
    said: ['Keep walking and do not stop.', 'EXIT'],
  },
  {
    name: 'a long sign over several cues',
    file: srt([0, 9000, '{\\an8}The bakery'], [1000, 3000, 'We bake'], [3000, 5000, 'the bread.']),
    as: 'srt',
    said: ['The bakery', 'We bake the bread.'],
  },
  {
    name: 'a lyric beside dialogue',
    file: srt([0, 4000, '♪ Row your boat ♪'], [1000, 3000, 'What is it'], [3100, 5000, 'that you want?']),
    as: 'srt',
    said: ['Row your boat', 'What is it that you want?'],
  },
  {
    name: 'captions whose times overlap',
    file: srt([0, 4000, 'so the first thing'], [2000, 6000, 'that we did was'], [4000, 8000, 'to ask them.']),
    as: 'srt',
    said: ['so the first thing that we did was to ask them.'],
  },
]
