import {
  buildPatch,
  type Changes,
  type Conflict,
  type Cut,
  changesBetween,
  type Draft,
  type DraftSentence,
  draftFromStored,
  inverse,
  mergeChanges,
  type Operation,
  type Patch,
  patched,
  type StoredDraft,
  untouched,
} from '#subtitle-engine/edit'
import type { EditAnswer, EditRequest, HistoryEntry } from '../../../lambdas/contract/project.ts'
import { createListeners } from '../../shared/listeners.ts'
import { mayPass, RequestFailed } from '../../shared/request-failed.ts'
import { type Done, isTyping, replayable, selectedAfter } from './done.ts'
import { cutAround, cutNothing, DraftCutter, type DraftCutterDeps } from './draft-cutter.ts'
import { type EditConflict, mergeAnswer } from './merge-answer.ts'
import { firstPart, type UnsavedEdits } from './unsaved.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused'

/** Everything the screen shows. Replaced as a whole on each change. */
export interface EditorState {
  draft: Draft
  /** May lag behind the draft while the user types; `finishCut` updates it. */
  cut: Cut
  /** Latest cut of the whole file. Absent at first, while `cut` covers only the sentences around the selected one. */
  whole?: { draft: Draft; cut: Cut }
  selected: string | undefined
  done: readonly Done[]
  undone: readonly Done[]
  save: SaveState
  /** Why the server refused an edit. */
  refusal?: string
  conflicts: readonly EditConflict[]
}

export interface EditorDeps extends DraftCutterDeps {
  machine: Draft
  /** Absent before the first edit. */
  stored: StoredDraft | undefined
  /** Changes of earlier visits, as stored by the server. */
  history?: readonly HistoryEntry[]
  /** The sentence to select first. */
  startAt?: string | undefined
  send(edits: EditRequest): Promise<EditAnswer>
  /** The user may read and comment, but not edit. */
  isReadOnly?: boolean
  unsaved: UnsavedEdits
  newId(): string
  /** Schedules `call` after `ms`; returns a cancel function. */
  later(ms: number, call: () => void): () => void
}

/** Pause after the last edit before it is sent. */
const REST_MS = 700
const RETRY_MS = [2000, 5000, 15_000, 30_000]

/** Edits one subtitle: applies operations, undoes them and saves them. */
export class Editor {
  readonly deps: EditorDeps
  state: EditorState
  /** The server's sentences at version `base`. */
  private known: readonly DraftSentence[]
  private base: number
  /** The version that the kept edits refer to: during a conflict the one before it, so that the next visit meets it, too. */
  private keptBase: number
  private sending = false
  private sent: Promise<void> = Promise.resolve()
  private failures = 0
  /** The last change, for the server's history. */
  private lastChange: EditRequest['change']
  private readonly cutter: DraftCutter
  private cancel: () => void = () => undefined
  private readonly listeners = createListeners()
  readonly subscribe = this.listeners.subscribe

  constructor(deps: EditorDeps) {
    this.deps = deps
    this.base = deps.stored?.version ?? 0
    this.keptBase = this.base
    this.cutter = new DraftCutter(deps)
    let draft = deps.stored ? draftFromStored(deps.machine, deps.stored) : deps.machine
    this.known = draft.sentences
    const left = deps.unsaved.read()
    this.lastChange = left.at(-1)?.change
    const before = left.length > 0 ? (deps.stored ?? untouched(deps.machine)) : undefined
    const conflicts: Conflict[] = []
    let now = before
    for (const edits of left) {
      if (!now) break
      const result = mergeChanges(now, Math.min(edits.base, now.version), edits)
      if (result.stored) now = result.stored
      else conflicts.push(...result.conflicts)
    }
    if (now) draft = draftFromStored(deps.machine, now)
    const first = draft.sentences.find(({ id }) => id === deps.startAt) ?? draft.sentences[0]
    const selected = first?.id
    this.state = {
      draft,
      cut: cutNothing(draft, deps.profile),
      selected,
      done: replayable(deps.history ?? [], draft),
      undone: [],
      save: 'saved',
      conflicts,
    }
    this.open()
    if (now !== before) this.keepAndSend()
  }

  readonly snapshot = (): EditorState => this.state

  /** Applies an operation. Returns false if it is impossible or changes nothing. */
  perform(operation: Operation): boolean {
    const patch = buildPatch(this.state.draft, operation, this.deps.machine)
    if (!patch || this.deps.isReadOnly) return false
    const at = this.deps.now()
    const last = this.state.done.at(-1)
    const typing = last && isTyping(last, patch, at) ? last : undefined
    const done = typing
      ? [...this.state.done.slice(0, -1), { ...typing, patch: { ...patch, before: typing.patch.before }, at }]
      : [...this.state.done, { id: this.deps.newId(), patch, at }]
    this.lastChange = { id: done.at(-1)?.id ?? '', kind: patch.kind }
    this.apply(patch, { done, undone: [] }, operation.kind === 'text')
    return true
  }

  undo(): void {
    const last = this.state.done.at(-1)
    if (!last) return
    const undone = [...this.state.undone, last]
    this.lastChange = { id: this.deps.newId(), kind: 'undo' }
    this.apply(inverse(last.patch), { done: this.state.done.slice(0, -1), undone })
  }

  redo(): void {
    const last = this.state.undone.at(-1)
    if (!last) return
    const undone = this.state.undone.slice(0, -1)
    this.lastChange = { id: this.deps.newId(), kind: last.patch.kind }
    this.apply(last.patch, { done: [...this.state.done, last], undone })
  }

  select(id: string | undefined): void {
    if (id === this.state.selected) return
    const { draft, whole } = this.state
    if (whole || id === undefined) {
      this.change({ selected: id })
      return
    }
    this.change({ selected: id, cut: cutAround(draft, id, this.deps.profile) })
    this.open()
  }

  /** Restores the state before change number `at` of `state.done`, as one change that can be undone. */
  returnTo(at: number): void {
    const { draft, done } = this.state
    const target = done.slice(at).reduceRight((now, { patch }) => patched(now, inverse(patch)), draft)
    const { put, remove } = changesBetween(draft.sentences, target.sentences)
    const gone = new Set([...remove, ...put.map(({ id }) => id)])
    const patch: Patch = { kind: 'restore', before: draft.sentences.filter(({ id }) => gone.has(id)), after: put }
    if (patch.before.length + patch.after.length === 0) return
    const entry = { id: this.deps.newId(), patch, at: this.deps.now() }
    this.lastChange = { id: entry.id, kind: 'restore' }
    this.apply(patch, { done: [...done, entry], undone: [] })
  }

  /** Number of sentences that differ from the machine's. */
  countChanges(): number {
    const { put, remove } = changesBetween(this.deps.machine.sentences, this.state.draft.sentences)
    return put.length + remove.length
  }

  /** Completes the cut if it lags behind the draft, for callers that need all flags. */
  finishCut(): void {
    this.cutter.finish()
  }

  /** Cuts the selected sentence after the first paint, then the visible ones, then the rest. */
  open(): void {
    const { draft, selected, whole } = this.state
    if (whole) return
    this.cutter.startAround(draft, selected, 'selected', cut => {
      this.change({ cut })
      this.cutter.startAround(draft, selected, 'visible', next => {
        this.change({ cut: next })
        this.cutLater()
      })
    })
  }

  /** Stops all background work. */
  close(): void {
    this.cutter.stop()
  }

  /** Saves all pending edits now. Returns early if the server accepts no more. */
  async flush(): Promise<void> {
    this.cancel()
    await this.sent
    for (let base: number | undefined; base !== this.base && this.hasPending(); ) {
      base = this.base
      this.sent = this.send()
      await this.sent
    }
  }

  /** Resolves a conflict: either sends our text again or takes the stored one. */
  resolve(conflict: Conflict, choice: 'mine' | 'theirs'): void {
    const conflicts = this.state.conflicts.filter(({ id }) => id !== conflict.id)
    if (choice === 'mine') {
      const { mine } = conflict
      const here = this.state.draft.sentences.filter(({ id }) => id === conflict.id)
      const patch: Patch = { kind: 'text', before: here, after: mine ? [mine] : [] }
      this.apply(patch, { conflicts, done: this.state.done })
      return
    }
    const touched = [conflict.mine, conflict.theirs].filter(each => each !== undefined)
    const shares = (sentence: DraftSentence) =>
      sentence.id === conflict.id || touched.some(each => sentence.from < each.to && each.from < sentence.to)
    const before = this.state.draft.sentences.filter(shares)
    const patch: Patch = { kind: 'restore', before, after: this.known.filter(shares) }
    this.apply(patch, { conflicts, done: [], undone: [] })
  }

  /** `isTyped`: paints the letters first and cuts afterwards. */
  private apply(patch: Patch, more: Partial<EditorState>, isTyped = false): void {
    if (this.deps.isReadOnly) return
    const draft = patched(this.state.draft, patch)
    const selected = selectedAfter(this.state, draft, patch)
    this.take(draft, { selected, ...more }, isTyped)
    this.keepAndSend()
  }

  private take(draft: Draft, more: Partial<EditorState>, isTyped: boolean): void {
    const { whole, selected } = this.state
    const cut = whole || isTyped ? undefined : cutAround(draft, more.selected ?? selected, this.deps.profile)
    this.state = { ...this.state, draft, ...more, ...(cut && { cut }) }
    this.cutLater(isTyped)
    if (whole && !isTyped) this.finishCut()
    else this.change({})
  }

  private cutLater(isTyped = false): void {
    const { draft, selected, whole } = this.state
    const cutWhole = () => this.cutter.start(draft, cut => this.change({ cut, whole: { draft, cut } }), isTyped)
    if (whole || !isTyped) cutWhole()
    else
      this.cutter.startAround(draft, selected, 'visible', cut => {
        this.change({ cut })
        cutWhole()
      })
  }

  private change(more: Partial<EditorState>): void {
    this.state = { ...this.state, ...more }
    this.listeners.notify()
  }

  private pending(): Changes {
    return changesBetween(this.known, this.state.draft.sentences)
  }

  private hasPending(): boolean {
    const { put, remove } = this.pending()
    return put.length + remove.length > 0
  }

  private keepAndSend(): void {
    const { put, remove } = this.pending()
    if (put.length + remove.length === 0) {
      this.deps.unsaved.forget()
      if (!this.sending) this.change({ save: 'saved', refusal: undefined })
      return
    }
    if (this.state.conflicts.length === 0) this.keptBase = this.base
    this.deps.unsaved.keep({ base: this.keptBase, put: [...put], remove: [...remove], change: this.lastChange })
    if (this.state.save !== 'offline') this.change({ save: 'unsaved' })
    this.schedule(REST_MS)
  }

  private schedule(ms: number): void {
    this.cancel()
    this.cancel = this.deps.later(ms, () => {
      this.sent = this.send()
    })
  }

  private async send(): Promise<void> {
    if (this.sending || this.state.conflicts.length > 0) return
    const request = { ...firstPart(this.base, this.pending()), change: this.lastChange }
    if (request.put.length + request.remove.length === 0) return
    this.sending = true
    this.change({ save: 'saving' })
    try {
      const answer = await this.deps.send(request)
      this.failures = 0
      this.sending = false
      this.applySaved(request, answer)
    } catch (error) {
      this.sending = false
      this.failed(error)
    }
  }

  private failed(error: unknown): void {
    if (error instanceof RequestFailed && error.status >= 400 && error.status < 500 && !mayPass(error)) {
      this.change({ save: 'refused', refusal: error.message })
      return
    }
    this.change({ save: 'offline' })
    this.schedule(RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)] ?? REST_MS)
    this.failures += 1
  }

  /** Applies a save response: confirms our edits and merges changes made elsewhere since `base`. */
  private applySaved(request: EditRequest, answer: EditAnswer): void {
    const { known, gone, come, conflicts } = mergeAnswer(this.known, this.state.draft.sentences, request, answer)
    this.known = known
    this.base = answer.version
    if (gone.length + come.length > 0) {
      const draft = patched(this.state.draft, { kind: 'restore', before: gone, after: come })
      const touched = new Set([...gone, ...come].map(({ id }) => id))
      const free = ({ patch }: Done) => ![...patch.before, ...patch.after].some(({ id }) => touched.has(id))
      const [done, undone] = [this.state.done.filter(free), this.state.undone.filter(free)]
      this.take(draft, { done, undone }, false)
    }
    // What was typed meanwhile is still unsaved, so only `keepAndSend` says that all is saved.
    this.change({ conflicts })
    this.keepAndSend()
  }
}
