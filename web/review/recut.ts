import type { Profile } from '#subtitle-engine'
import { type Cut, cutDraft, cutInSteps, type Draft, type KnownGroups, knownGroups } from '#subtitle-engine/edit'

export interface RecutRoom {
  profile: Profile
  now(): number
  /** Calls back once the page has painted; the answer cancels it. */
  afterPaint(call: () => void): () => void
}

/** Work between two paints: a key waits at most so long, and less while somebody types. */
const SLICE_MS = 8
const TYPED_SLICE_MS = 4
/** Sentences cut around the selected one while the whole file is not cut yet. */
const [BEFORE, BEHIND] = [4, 12]

/** Cuts drafts between paints. The newest one counts; the groups of one that was given up are kept. */
export class Recut {
  private readonly room: RecutRoom
  private known: KnownGroups = new Map()
  private steps: Generator<undefined, Cut, undefined> | undefined
  private onCut: (cut: Cut) => void = () => undefined
  private sliceMs = SLICE_MS
  private cancel: () => void = () => undefined

  constructor(room: RecutRoom) {
    this.room = room
  }

  /** Starts to cut after the next paint and gives up an older cut; `onCut` is called once. */
  start(draft: Draft, onCut: (cut: Cut) => void, isTyped = false): void {
    this.cancel()
    this.sliceMs = isTyped ? TYPED_SLICE_MS : SLICE_MS
    this.steps = cutInSteps(draft, this.room.profile, this.known)
    this.onCut = onCut
    this.cancel = this.room.afterPaint(() => this.slice(this.room.now() + this.sliceMs))
  }

  /** Completes the cut that was started, if there is one. */
  finish(): void {
    this.cancel()
    this.slice(Number.POSITIVE_INFINITY)
  }

  /** Ends the work; the screen is closed. */
  stop(): void {
    this.cancel()
    this.steps = undefined
  }

  private slice(untilMs: number): void {
    const { steps } = this
    while (steps) {
      const step = steps.next()
      if (step.done) {
        this.steps = undefined
        this.known = knownGroups(step.value)
        this.onCut(step.value)
        return
      }
      if (this.room.now() >= untilMs) {
        this.cancel = this.room.afterPaint(() => this.slice(this.room.now() + this.sliceMs))
        return
      }
    }
  }
}

/** The cues around one sentence, to show before the whole file is cut. Those at its ends may change then. */
export function cutAround(draft: Draft, id: string | undefined, profile: Profile): Cut {
  const at = Math.max(
    0,
    draft.sentences.findIndex(sentence => sentence.id === id),
  )
  const sentences = draft.sentences.slice(Math.max(0, at - BEFORE), at + BEHIND)
  return cutDraft({ ...draft, sentences }, profile)
}
