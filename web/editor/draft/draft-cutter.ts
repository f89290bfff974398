import type { Profile } from '#subtitle-engine'
import { type Cut, cutDraft, cutInSteps, type Draft, type KnownGroups, knownGroups } from '#subtitle-engine/edit'

export interface DraftCutterDeps {
  /** The machine's draft; unedited sentences keep its cues. */
  machine: Draft
  profile: Profile
  now(): number
  /** Schedules `call` after the next paint; returns a cancel function. */
  afterPaint(call: () => void): () => void
}

/** Maximum milliseconds of work between two paints, which is how long a key press may wait. */
const SLICE_MS = 8
const TYPED_SLICE_MS = 4
/** Numbers of sentences before and from the selected one, cut before the whole file: for its own cues, for the list. */
const AROUND = { selected: [1, 2], visible: [6, 24] } as const
type Reach = keyof typeof AROUND

/** Cuts drafts between paints. A new draft replaces an unfinished one, whose finished groups are reused. */
export class DraftCutter {
  private readonly deps: DraftCutterDeps
  private known: KnownGroups = new Map()
  private baseline: Cut | undefined
  /** The cut of the machine's draft while it runs. Edits do not restart it. */
  private baselineSteps: Generator<undefined, Cut, undefined> | undefined
  private steps: Generator<undefined, Cut, undefined> | undefined
  private onCut: (cut: Cut) => void = () => undefined
  private sliceMs = SLICE_MS
  private cancel: () => void = () => undefined

  constructor(deps: DraftCutterDeps) {
    this.deps = deps
  }

  /** Starts cutting after the next paint and drops an unfinished cut; `onCut` is called once. */
  start(draft: Draft, onCut: (cut: Cut) => void, isTyped = false): void {
    this.cancel()
    this.sliceMs = isTyped ? TYPED_SLICE_MS : SLICE_MS
    this.steps = this.cut(draft)
    this.onCut = cut => {
      this.known = knownGroups(cut)
      onCut(cut)
    }
    this.cancel = this.deps.afterPaint(() => this.slice(this.deps.now() + this.sliceMs))
  }

  /** Like `start`, but only for the sentences around one. The next cut reuses their groups. */
  startAround(draft: Draft, id: string | undefined, reach: Reach, onCut: (cut: Cut) => void): void {
    this.cancel()
    const steps = cutInSteps(around(draft, id, reach), this.deps.profile, this.known)
    this.sliceMs = SLICE_MS
    this.steps = reach === 'selected' ? allAtOnce(steps) : steps
    this.onCut = onCut
    const begin = () => this.slice(this.deps.now() + this.sliceMs)
    this.cancel = this.deps.afterPaint(() => {
      // The open sentence is cut one frame later, when the painted view is on the screen.
      if (reach === 'selected') this.cancel = this.deps.afterPaint(begin)
      else begin()
    })
  }

  /** Completes the started cut and those that its callback starts. */
  finish(): void {
    while (this.steps) {
      this.cancel()
      this.slice(Number.POSITIVE_INFINITY)
    }
  }

  /** Stops cutting, because the screen has closed. */
  stop(): void {
    this.cancel()
    this.steps = undefined
  }

  private *cut(draft: Draft): Generator<undefined, Cut, undefined> {
    const { machine, profile } = this.deps
    const baseline = yield* this.cutMachine()
    if (draft === machine) return baseline
    return yield* cutInSteps(draft, profile, this.known, baseline)
  }

  /** Continues where an abandoned cut stopped: restarted at each key press, it would never end while the user types. */
  private *cutMachine(): Generator<undefined, Cut, undefined> {
    const { machine, profile } = this.deps
    this.baselineSteps ??= cutInSteps(machine, profile, this.known)
    while (!this.baseline) {
      const step = this.baselineSteps.next()
      if (step.done) this.baseline = step.value
      else yield
    }
    return this.baseline
  }

  private slice(untilMs: number): void {
    const { steps } = this
    while (steps) {
      const step = steps.next()
      if (step.done) {
        this.steps = undefined
        this.onCut(step.value)
        return
      }
      if (this.deps.now() >= untilMs) {
        this.cancel = this.deps.afterPaint(() => this.slice(this.deps.now() + this.sliceMs))
        return
      }
    }
  }
}

/** Runs all steps at once, because slices would leave the open sentence without cues for longer. Then yields once. */
function* allAtOnce(steps: Generator<undefined, Cut, undefined>): Generator<undefined, Cut, undefined> {
  let step = steps.next()
  while (!step.done) step = steps.next()
  yield
  return step.value
}

/**
 * Cuts the sentences next to the selected one, to show them before the whole file is cut. The outermost cues may still
 * change.
 */
export function cutAround(draft: Draft, id: string | undefined, profile: Profile): Cut {
  return cutDraft(around(draft, id, 'selected'), profile)
}

/** What the first paint shows: no cues, because the engine's first run takes a tenth of a second on a slow laptop. */
export function cutNothing(draft: Draft, profile: Profile): Cut {
  return cutDraft({ ...draft, sentences: [] }, profile)
}

function around(draft: Draft, id: string | undefined, reach: Reach): Draft {
  const [before, behind] = AROUND[reach]
  const at = Math.max(
    0,
    draft.sentences.findIndex(sentence => sentence.id === id),
  )
  return { ...draft, sentences: draft.sentences.slice(Math.max(0, at - before), at + behind) }
}
