import { expect, it } from 'vitest'
import { repairAvcRecord } from '../../../../web/editor/film/avc-record.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

it.each([
  {
    browser: 'Firefox 153, which doubles the first bytes',
    record: '01 64 00 0a 03 01 0018 67 67 64000aacd9428df92100000300010 01e84800f122596 01 0006 68 68 ebecb22c',
    written: '01 64 00 0a ff e1 0017 67 64000aacd9428df92100000300010 01e84800f122596 01 0005 68 ebecb22c',
  },
  {
    browser: 'Chromium 121, unchanged',
    record: '01 64 00 0b ff e1 0013 67 640c0bac191a828d7926a0202020f08846a0 01 0004 68ce3c80 fd f8 f8 00',
    written: '01 64 00 0b ff e1 0013 67 640c0bac191a828d7926a0202020f08846a0 01 0004 68ce3c80 fd f8 f8 00',
  },
])('names the parameters of H.264 as strict players read them: $browser', ({ record, written }) => {
  expect(repairAvcRecord(bytes(record))).toEqual(bytes(written))
})
