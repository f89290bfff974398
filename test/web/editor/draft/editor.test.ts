import { describe, expect, it } from 'vitest'
import { koreanProfile } from '#subtitle-engine'
import { buildDraft, cutDraft, mergeChanges, type StoredDraft, untouched, writeFiles } from '#subtitle-engine/edit'
import type { EditAnswer, EditRequest } from '../../../../lambdas/contract/project.ts'
import { sentenceOf } from '../../../../packages/subtitle-engine/test/support/words.ts'
import { Editor, type EditorDeps } from '../../../../web/editor/draft/editor.ts'
import { unsavedEdits } from '../../../../web/editor/draft/unsaved.ts'
import { RequestFailed } from '../../../../web/shared/request-failed.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const machine = buildDraft(
  ['하나예요.', '둘이에요.', '셋이에요.'].map((korean, i) => {
    return { sentence: sentenceOf('one more thing .', 1000 + i * 5000, `s${i + 1}`), korean, problems: [] }
  }),
  { durationMs: 30_000, register: 'polite' },
)

/** A server, a browser's storage and a clock that tests control. */
function world() {
  let stored: StoredDraft = untouched(machine)
  const timers = new Set<() => void>()
  const waiting = new Set<() => void>()
  const state = { failing: undefined as Error | undefined, now: 0, requests: 0, paints: true }
  const storage = memoryStorage()
  const send = async ({ base, ...changes }: EditRequest): Promise<EditAnswer> => {
    state.requests += 1
    if (state.failing) throw state.failing
    const result = mergeChanges(stored, base, changes)
    const put = stored.passages.filter(each => each.version > base).map(({ passage }) => passage)
    const conflicts = result.conflicts.map(({ id, theirs }) => ({ id, theirs }))
    if (result.stored) stored = result.stored
    return { version: stored.version, conflicts, put, remove: [] }
  }
  const open = (tab = 'a') => {
    const session = memoryStorage()
    session.setItem('jamak.editor-tab', tab)
    const deps: EditorDeps = {
      machine,
      stored,
      profile: koreanProfile,
      send,
      unsaved: unsavedEdits('k', storage, session),
      now: () => state.now,
      afterPaint(call) {
        if (state.paints) call()
        else waiting.add(call)
        return () => waiting.delete(call)
      },
      newId: () => 'new',
      later(_, call) {
        timers.add(call)
        return () => timers.delete(call)
      },
    }
    return new Editor(deps)
  }
  const korean = () => stored.passages.map(({ passage }) => passage.korean)
  return { open, state, storage, timers, waiting, korean: () => korean().sort() }
}

const write = (editor: Editor, id: string, korean: string) => editor.perform({ kind: 'text', id, korean })

/** A tab, `b`, whose edit of a sentence meets one that another tab has saved. */
async function conflict() {
  const { open, ...rest } = world()
  const [a, b] = [open('a'), open('b')]
  write(a, 's1', '남의 것')
  await a.flush()
  write(b, 's1', '내 것')
  await b.flush()
  return { open, b, ...rest }
}

describe('an editor', () => {
  it('saves after a pause, and clears the browser’s copy once the server has the edit', async () => {
    const { open, storage, timers, korean } = world()
    const editor = open()
    write(editor, 's1', '일이에요.')
    expect(editor.state.save).toBe('unsaved')
    expect(storage.getItem('jamak.edits.k.a')).toContain('일이에요.')
    expect(timers.size).toBe(1)
    await editor.flush()
    expect(korean()).toContain('일이에요.')
    expect([editor.state.save, storage.getItem('jamak.edits.k.a')]).toEqual(['saved', null])
  })

  it('finds and saves what a closed tab left unsaved', async () => {
    const { open, korean, state } = world()
    state.failing = new Error('no network')
    const first = open('a')
    write(first, 's1', '일이에요.')
    await first.flush()
    expect(first.state.save).toBe('offline')
    state.failing = undefined
    const second = open('b')
    expect(second.state.draft.sentences[0]?.korean).toBe('일이에요.')
    await second.flush()
    expect(korean()).toContain('일이에요.')
  })

  it('merges another tab’s edits, sentence by sentence, and keeps its own undo', async () => {
    const { open } = world()
    const [a, b] = [open('a'), open('b')]
    write(a, 's1', '일이에요.')
    await a.flush()
    write(b, 's2', '이예요.')
    await b.flush()
    expect(b.state.draft.sentences.map(({ korean }) => korean)).toEqual(['일이에요.', '이예요.', '셋이에요.'])
    b.undo()
    expect(b.state.draft.sentences.map(({ korean }) => korean)).toEqual(['일이에요.', '둘이에요.', '셋이에요.'])
  })

  it.each([
    ['mine', '내 것'],
    ['theirs', '남의 것'],
  ] as const)('ends a conflict by the chosen text: %s', async (choice, text) => {
    const { korean, b } = await conflict()
    const [met] = b.state.conflicts
    expect(met).toMatchObject({ theirs: { korean: '남의 것' }, mine: { korean: '내 것' } })
    if (met) b.resolve(met, choice)
    await b.flush()
    expect(b.state.draft.sentences[0]?.korean).toBe(text)
    expect(korean()).toContain(text)
    expect([b.state.save, b.state.conflicts]).toEqual(['saved', []])
  })

  it('asks again on the next visit about a conflict that was left open, and overwrites nothing', async () => {
    const { open, korean } = await conflict()
    const later = open('b')
    await later.flush()
    expect(korean()).toContain('남의 것')
    const [met] = later.state.conflicts
    expect(met).toMatchObject({ theirs: { korean: '남의 것' }, mine: { korean: '내 것' } })
    if (met) later.resolve(met, 'mine')
    await later.flush()
    expect(korean()).toContain('내 것')
  })

  it('undoes typing in chunks, not letter by letter', () => {
    const { open, state } = world()
    const editor = open()
    for (const text of ['ㅇ', '이', '일']) write(editor, 's1', text)
    state.now = 60_000
    write(editor, 's1', '일이')
    editor.undo()
    expect(editor.state.draft.sentences[0]?.korean).toBe('일')
    editor.undo()
    expect(editor.state.draft.sentences[0]?.korean).toBe('하나예요.')
    editor.redo()
    editor.redo()
    expect(editor.state.draft.sentences[0]?.korean).toBe('일이')
  })

  it('shows why the server refused an edit, and does not retry', async () => {
    const { open, state, timers } = world()
    const editor = open()
    state.failing = new RequestFailed('EDIT_REFUSED', { status: 400, message: '다시 고쳐 주세요.' })
    write(editor, 's1', '일이에요.')
    timers.clear()
    await editor.flush()
    expect([editor.state.save, editor.state.refusal, timers.size]).toEqual(['refused', '다시 고쳐 주세요.', 0])
  })

  it('cuts nothing before the first paint, then the selected sentence and its neighbors, then the whole file', () => {
    const { open, state, waiting } = world()
    state.paints = false
    const editor = open()
    expect(editor.state.cut.cues).toEqual([])
    const stages = new Set<string>()
    editor.subscribe(() => stages.add([...editor.state.cut.cuesOf.keys()].join()))
    for (const call of waiting) call()
    expect([...stages]).toEqual(['s1,s2', 's1,s2,s3'])
    expect(editor.state.whole?.cut).toBe(editor.state.cut)
    expect(writeFiles(editor.state.cut)).toEqual(writeFiles(cutDraft(editor.state.draft)))
  })

  it('shows the cues of an edited sentence before the whole file is cut', () => {
    const { open, state, waiting } = world()
    state.paints = false
    const editor = open()
    write(editor, 's1', '일이에요.')
    const [first] = waiting
    first?.()
    expect(editor.state.cut.cuesOf.get('s1')?.[0]?.lines).toEqual(['일이에요'])
    expect(editor.state.whole).toBeUndefined()
    for (const call of waiting) call()
    expect(editor.state.whole?.cut).toBe(editor.state.cut)
    expect(writeFiles(editor.state.cut)).toEqual(writeFiles(cutDraft(editor.state.draft)))
  })

  it('paints typed text before cutting it, even while the whole file is not yet cut', () => {
    const { open, state } = world()
    state.paints = false
    const editor = open()
    const { cut } = editor.state
    write(editor, 's1', '일이에요.')
    expect(editor.state.cut).toBe(cut)
  })

  it('keeps showing the cues of a sentence that is selected while its predecessor is being cut', () => {
    const { open, state, waiting } = world()
    state.paints = false
    const editor = open()
    editor.select('s3')
    const [next] = waiting
    next?.()
    expect(editor.state.cut.cuesOf.get('s3')).toHaveLength(1)
    expect(waiting.size).toBeGreaterThan(0)
  })

  it('cuts typed text after the paint, or at once when the queue is read', () => {
    const { open, state, waiting } = world()
    const editor = open()
    state.paints = false
    const before = editor.state.cut
    for (const text of ['ㅇ', '이', '일']) write(editor, 's1', text)
    expect([editor.state.draft.sentences[0]?.korean, waiting.size]).toEqual(['일', 1])
    expect(editor.state.cut).toBe(before)
    editor.finishCut()
    expect(waiting.size).toBe(0)
    expect(writeFiles(editor.state.cut)).toEqual(writeFiles(cutDraft(editor.state.draft)))
  })

  it('keeps the same list of cues for a sentence far from the edit, so that its row is not rendered again', () => {
    const { open } = world()
    const editor = open()
    const before = editor.state.cut.cuesOf.get('s3')
    write(editor, 's1', '일이에요.')
    editor.finishCut()
    expect(before).toHaveLength(1)
    expect(editor.state.cut.cuesOf.get('s3')).toBe(before)
  })

  it('stops working when the screen closes, and resumes when it opens again', () => {
    const { open, state, waiting } = world()
    state.paints = false
    const editor = open()
    editor.close()
    expect(waiting.size).toBe(0)
    editor.open()
    editor.finishCut()
    expect(editor.state.whole?.draft).toBe(editor.state.draft)
  })
})
