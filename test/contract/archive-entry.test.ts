import { describe, expect, it } from 'vitest'
import { PROFILES } from '#subtitle-engine'
import {
  costOfCanceling,
  entryStatus,
  isOpen,
  refundText,
  subtitleProfile,
} from '../../lambdas/contract/archive-entry.ts'

describe('a subtitle profile that an entry stores', () => {
  it('has figures in the engine under the same name', () => {
    expect(Object.keys(PROFILES)).toEqual(subtitleProfile.options)
  })
})

describe('canceling a video', () => {
  it('is free before transcription and costs all of its tokens afterwards', () => {
    const costs = entryStatus.options
      .filter(isOpen)
      .map(status => [status, costOfCanceling({ status, used_token: 10 })])
    expect(Object.fromEntries(costs)).toEqual({
      uploading: 0,
      queued: 0,
      fetching: 0,
      listening: 10,
      translating: 10,
      writing: 10,
    })
  })

  it('is not reported as a failure of ours', () => {
    expect(refundText(1_229, 'CANCELED')).toBe('토큰 1,229개를 돌려 드렸어요.')
    expect(refundText(1_229, 'NO_SPEECH')).toBe('자막을 만들지 못해서 토큰 1,229개를 돌려 드렸어요.')
  })
})
