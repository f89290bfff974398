import { describe, expect, it } from 'vitest'
import { aacCore } from '../../../local/engines/decode-packets.ts'

const config = (...description: number[]): AudioDecoderConfig => ({
  codec: 'mp4a.40.5',
  sampleRate: 44_100,
  numberOfChannels: 2,
  description: Uint8Array.from(description),
})
/** The bytes of a description, written as groups of bits. */
const bits = (...groups: string[]) => {
  const text = groups.join('').padEnd(40, '0')
  return Array.from({ length: 5 }, (_, i) => Number.parseInt(text.slice(i * 8, i * 8 + 8), 2))
}

describe('the AAC-LC core of a sound track', () => {
  it('has half the rate if band replication doubles it', () => {
    expect(aacCore(config(...bits('00101', '0111', '0001', '0100', '00010', '000')))).toEqual({
      codec: 'mp4a.40.2',
      sampleRate: 22_050,
      numberOfChannels: 1,
      description: Uint8Array.of(0b00010011, 0b10001000),
    })
  })

  it('has one channel if parametric stereo makes two of it', () => {
    expect(aacCore(config(...bits('11101', '0110', '0001', '0011', '00010', '000')))).toMatchObject({
      sampleRate: 24_000,
      numberOfChannels: 1,
    })
  })

  it('has an explicit rate if that is written out in full', () => {
    const rate = (22_050).toString(2).padStart(24, '0')
    expect(aacCore(config(...bits('00101', '1111', rate, '0010')))).toMatchObject({
      sampleRate: 22_050,
      numberOfChannels: 2,
    })
  })

  it('is the track itself for plain AAC, six channels, odd rates and missing descriptions', () => {
    const rate = (22_051).toString(2).padStart(24, '0')
    for (const description of [
      bits('00010', '0100', '0010', '000'),
      bits('00101', '0111', '0110'),
      bits('00101', '1111', rate, '0010'),
    ]) {
      const given = config(...description)
      expect(aacCore(given)).toBe(given)
    }
    const bare = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2 }
    expect(aacCore(bare)).toBe(bare)
  })
})
