import { describe, expect, it, vi } from 'vitest'
import {
  groupWithout,
  isUnderWay,
  type RunUpload,
  shareOf,
  type UploadOrder,
  Uploads,
} from '../../../web/upload/uploads.ts'
import { eventually } from '../../support/eventually.ts'

const order = (name: string): UploadOrder => ({
  name,
  file: new Blob(['x']),
  fingerprint: name,
  durationSeconds: 60,
  register: 'polite',
  profile: 'standard',
  glossary: true,
})

function uploadsWith(runUpload: RunUpload) {
  let last = 0
  return new Uploads(runUpload, () => {
    last += 1
    return `id-${last}`
  })
}

/** Uploads that last until their entry in `ends` is called; `begun` lists their names in order. */
function uploadsThatWait() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const uploads = uploadsWith(({ name, id }, tell) => {
    begun.push(name)
    return new Promise(resolve => {
      ends.set(name, () => {
        tell({ step: 'done', key: id })
        resolve()
      })
    })
  })
  return { begun, ends, uploads }
}

const steps = (uploads: Uploads) => uploads.current().map(({ name, state }) => `${name} ${state.step}`)

describe('uploads', () => {
  it('run one after another, in the order of their confirmation', async () => {
    const { begun, ends, uploads } = uploadsThatWait()
    uploads.add([order('one'), order('two')])
    await eventually(() => expect(begun).toEqual(['one']))
    uploads.add([order('three')])
    ends.get('one')?.()
    await eventually(() => expect(begun).toEqual(['one', 'two']))
    ends.get('two')?.()
    await eventually(() => expect(begun).toEqual(['one', 'two', 'three']))
    expect(steps(uploads)).toEqual(['one done', 'two done', 'three waiting'])
  })

  it('of a group run three at a time, before uploads that were confirmed later', async () => {
    const { begun, ends, uploads } = uploadsThatWait()
    const group = { id: 'group', size: 4, series: false }
    uploads.add(['one', 'two', 'three', 'four'].map(name => ({ ...order(name), group })))
    uploads.add([order('alone')])
    expect(begun).toEqual(['one', 'two', 'three'])
    ends.get('two')?.()
    await eventually(() => expect(begun).toEqual(['one', 'two', 'three', 'four']))
    for (const name of ['one', 'three']) ends.get(name)?.()
    await new Promise(resolve => setImmediate(resolve))
    expect(begun).toHaveLength(4)
    ends.get('four')?.()
    await eventually(() => expect(begun.at(-1)).toBe('alone'))
  })

  it.each(['extracting', 'failed'])('report the stop of one that is %s before it leaves the list', async step => {
    const told: string[] = []
    const uploads: Uploads = new Uploads(
      async (_, tell) => {
        if (step === 'failed') throw new Error('refused')
        tell({ step: 'extracting', share: 0 })
        await new Promise(() => undefined)
      },
      () => step,
      ({ name }) => told.push(`${name} of ${uploads.current().length}`),
    )
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    uploads.add([order('one')])
    await eventually(() => expect(steps(uploads)).toEqual([`one ${step}`]))
    uploads.cancel(step)
    expect(told).toEqual(['one of 1'])
    expect(uploads.current()).toEqual([])
  })

  it('announce one member fewer after one of their group was removed before it was submitted', async () => {
    const group = { id: 'group', size: 5, series: false }
    const left: (number | undefined)[] = []
    const uploads: Uploads = new Uploads(
      async ({ name }, tell) => {
        if (name === 'one') tell({ step: 'sending', key: 'entry', sent: 0, size: 1, paused: false })
        if (name === 'two') tell({ step: 'sending', sent: 0, size: 1, paused: false })
        await new Promise(() => undefined)
      },
      undefined,
      upload => left.push(groupWithout(upload)?.size),
    )
    uploads.add(['one', 'two', 'three', 'four'].map(name => ({ ...order(name), group })))
    uploads.add([{ ...order('other'), group: { ...group, id: 'another' } }])
    await eventually(() => expect(steps(uploads).slice(0, 2)).toEqual(['one sending', 'two sending']))
    const remove = (name: string) => uploads.cancel(uploads.current().find(each => each.name === name)?.id ?? '')
    remove('four')
    expect(uploads.current().map(each => each.group?.size)).toEqual([4, 4, 4, 5])
    // The server may have these two already.
    for (const name of ['one', 'two']) remove(name)
    expect(uploads.current().map(each => each.group?.size)).toEqual([4, 5])
    expect(left).toEqual([4, undefined, undefined])
  })

  it('continue with the next after one has failed with its reason', async () => {
    const uploads = uploadsWith(async ({ name, id }, tell) => {
      if (name === 'bad') throw new Error('저장소가 파일을 받지 않았어요.')
      tell({ step: 'done', key: id })
    })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    uploads.add([order('bad'), order('good')])
    await eventually(() => expect(steps(uploads)).toEqual(['bad failed', 'good done']))
    expect(uploads.current()[0]?.state).toEqual({
      step: 'failed',
      message: '업로드하지 못했어요: 저장소가 파일을 받지 않았어요.',
    })
  })

  it('retry a failed one on request', async () => {
    const runUpload = vi.fn<RunUpload>(async ({ id }, tell) => tell({ step: 'done', key: id }))
    runUpload.mockRejectedValueOnce(new Error('lost'))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const uploads = uploadsWith(runUpload)
    uploads.add([order('one')])
    await eventually(() => expect(steps(uploads)).toEqual(['one failed']))
    uploads.retry('id-1')
    await eventually(() => expect(steps(uploads)).toEqual(['one done']))
  })

  it('stop and drop a cancelled one, and start the next', async () => {
    const aborted: string[] = []
    const uploads = uploadsWith(({ name, id }, tell, signal) => {
      if (name === 'two') {
        tell({ step: 'done', key: id })
        return Promise.resolve()
      }
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(name)
          reject(signal.reason)
        })
      })
    })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    uploads.add([order('one'), order('two')])
    await eventually(() => expect(uploads.current()).toHaveLength(2))
    uploads.cancel('id-1')
    await eventually(() => expect(steps(uploads)).toEqual(['two done']))
    expect(aborted).toEqual(['one'])
  })
})

describe('an upload in the list', () => {
  it('guards the page until it is done or has failed', () => {
    const at = (state: Parameters<typeof shareOf>[0]) => isUnderWay({ ...order('x'), id: 'x', state })
    expect(at({ step: 'waiting', busy: false })).toBe(true)
    expect(at({ step: 'sending', sent: 1, size: 2, paused: true })).toBe(true)
    expect(at({ step: 'done', key: '1' })).toBe(false)
    expect(at({ step: 'failed', message: '' })).toBe(false)
  })

  it('reports a progress between 0 and 1', () => {
    expect(shareOf({ step: 'sending', sent: 5, size: 10, paused: false })).toBe(0.5)
    expect(shareOf({ step: 'sending', sent: 0, size: 0, paused: false })).toBe(0)
    expect(shareOf({ step: 'done', key: '1' })).toBe(1)
  })
})
