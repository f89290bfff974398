import { describe, expect, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import { suber } from './suber.ts'

describe('SubER reproduces the published figures', () => {
  const one = '1\n00:00:01,000 --> 00:00:02,000\nThis is a subtitle.\n'
  const two = `${one}\n2\n00:00:03,000 --> 00:00:04,000\nAnd another one!\n`
  const srt = (...cues: [times: string, text: string][]) =>
    cues
      .map(([times, text], i) => {
        const [from, to] = times.split(' ').map(each => `00:00:0${each.replace('.', ',')}`)
        return `${i + 1}\n${from} --> ${to}\n${text}\n`
      })
      .join('\n')

  it.each<[string, string, string, number]>([
    ['nothing at all', '', '', 0],
    ['nothing for a subtitle', '', one, 100],
    ['a subtitle for nothing', one, '', 100],
    ['the same', two, two, 0],
    ['one shift', srt(['1.000 2.000', 'a subtitle. This is']), one, 20],
    ['no overlap', srt(['0.000 1.000', 'This is a subtitle.']), one, 200],
    ['some overlap', srt(['0.500 1.500', 'This is a subtitle.']), one, 0],
    ['a split subtitle', srt(['1.000 1.500', 'This is'], ['1.500 2.000', 'a subtitle.']), one, 20],
    ['a split with a shift', srt(['0.100 1.500', 'This is'], ['1.500 2.000', 'subtitle. a']), one, 40],
    ['a split without overlap', srt(['0.000 0.500', 'This is'], ['2.500 3.000', 'a subtitle.']), one, 220],
    ['a split of which one half overlaps', srt(['0.000 0.500', 'This is'], ['1.500 2.000', 'a subtitle.']), one, 100],
    ['two merged', srt(['1.000 4.000', 'This is a subtitle.\nAnd another one!']), two, 11.111],
    ['two merged with a shift', srt(['1.000 4.000', 'This is a another one! subtitle.\nAnd']), two, 22.222],
    [
      'a split into three',
      srt(['1.000 1.500', 'This is a'], ['1.500 3.500', 'subtitle.\nAnd'], ['3.500 4.000', 'another one!']),
      two,
      33.333,
    ],
    [
      'a split into three with a shift',
      srt(['1.000 1.500', 'This is a'], ['1.500 3.500', 'another\nsubtitle.'], ['3.500 4.000', 'And one!']),
      two,
      33.333,
    ],
  ])('%s', (_, hypothesis, reference, expected) => {
    expect(suber(parseSrt(hypothesis), parseSrt(reference))).toBeCloseTo(expected, 2)
  })
})
