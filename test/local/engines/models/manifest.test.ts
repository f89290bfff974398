import { describe, expect, it } from 'vitest'
import { MANIFEST } from '../../../../local/engines/models/manifest.ts'

describe('the manifest of models', () => {
  const models = [...MANIFEST.speech, MANIFEST.translation]

  it('lists only publishers with TLS for every file', () => {
    for (const { urls } of models.flatMap(model => model.files))
      expect(urls.every(url => url.startsWith('https://'))).toBe(true)
  })

  it('names the licence of every model, each of which permits use in a service', () => {
    expect(models.map(({ id, licence }) => [id, licence])).toEqual([
      ['parakeet-tdt-0.6b-v2', 'CC-BY-4.0'],
      ['parakeet-tdt-ctc-110m', 'CC-BY-4.0'],
      ['mozilla-en-ko', 'MPL-2.0'],
    ])
  })

  it('has a speech model for any amount of memory, best first', () => {
    const limits = MANIFEST.speech.map(({ minimumMemoryBytes }) => minimumMemoryBytes)
    expect(limits).toEqual(limits.toSorted((a, b) => b - a))
    expect(limits.at(-1)).toBe(0)
  })
})
