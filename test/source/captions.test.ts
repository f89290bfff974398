import { expect, it } from 'vitest'
import { captionsOfVtt } from '../../lambdas/source/captions.ts'

it('captions in WebVTT with Windows line ends are read like others', () => {
  const text =
    'WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\n<i>Hello</i>\r\nthere\r\n\r\n00:03.000 --> 00:04.000\r\nBye\r\n'
  expect(captionsOfVtt(text)).toEqual([
    { startMs: 1000, endMs: 2000, text: 'Hello\nthere' },
    { startMs: 3000, endMs: 4000, text: 'Bye' },
  ])
})
