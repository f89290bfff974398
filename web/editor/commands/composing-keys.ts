/** The value of `keyCode` for a key that an input method handles. */
const HANDLED_BY_INPUT_METHOD = 229
/** Key events of one press are at most this far apart; two presses of a key never come so close together. */
const ONE_PRESS_MS = 100

/** The key, also where an input method hides it: Chrome on Windows then reports 'Process'. */
export function keyOf({ key, code }: KeyboardEvent): string {
  return key === 'Process' ? code.replace(/^Numpad/, '') : key
}

/**
 * Runs a shortcut that is pressed while a Korean syllable is unfinished: once, and only after the syllable is in the
 * text. If the focus moved earlier, the syllable would be lost, or typed again in the next field.
 *
 * Browsers report such a press in different ways:
 * - Chrome on Windows and Linux: keydown (229, composing), compositionend.
 * - Chrome on macOS: the same, then keyup and a second keydown (not composing) with the time of the first.
 * - Safari: compositionend, then keydown (229, not composing).
 * - A key that the input method ignores: keydown (its own code, composing), and the syllable stays unfinished.
 */
export class ComposingKeys {
  private readonly run: (event: KeyboardEvent) => void
  private held: KeyboardEvent | undefined
  /** The latest press reported by an input method. */
  private press: KeyboardEvent | undefined

  constructor(run: (event: KeyboardEvent) => void) {
    this.run = run
  }

  /** Returns true if a shortcut of the editor is not to run now: it runs after the composition, or has already run. */
  take(event: KeyboardEvent): boolean {
    if (this.press?.code === event.code && event.timeStamp - this.press.timeStamp < ONE_PRESS_MS) return true
    this.held = event.isComposing ? event : undefined
    this.press = event.isComposing || event.keyCode === HANDLED_BY_INPUT_METHOD ? event : undefined
    return event.isComposing
  }

  /** Returns a function that stops listening. */
  listen(): () => void {
    const onEnd = () => {
      const { held } = this
      this.held = undefined
      // Firefox reports the finished text after this event.
      if (held) setTimeout(() => this.run(held))
    }
    const onKeyUp = ({ code }: KeyboardEvent) => {
      if (code !== this.held?.code) return
      // Still composing: the input method either used the key (229) or ignored it.
      if (this.held.keyCode === HANDLED_BY_INPUT_METHOD) this.held = undefined
      else endComposition()
    }
    const drop = () => {
      this.held = undefined
    }
    document.addEventListener('compositionend', onEnd)
    document.addEventListener('keyup', onKeyUp)
    document.addEventListener('pointerdown', drop)
    return () => {
      document.removeEventListener('compositionend', onEnd)
      document.removeEventListener('keyup', onKeyUp)
      document.removeEventListener('pointerdown', drop)
    }
  }
}

/** Leaving a field finishes its composition. */
function endComposition(): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement)) return
  activeElement.blur()
  activeElement.focus({ preventScroll: true })
}
