const zero = 48
const colon = 58
const newline = 10
const greater = 62
const arrow = ' --> '
/** UTF-16 units gathered before they become a string: several times as fast as joining many strings. */
const capacity = 1 << 15
/** Room that a line of times and an index need at most. */
const margin = 128

/** Blank lines end a cue, arrows look like times: no line of a cue may be or have them. */
const special = /[\n\r]|-->|^\s*$/

/** Gathers the text of a large file piece by piece. */
export class TextWriter {
  private readonly bytes = Buffer.allocUnsafeSlow(capacity * 2)
  private readonly units = new Uint16Array(this.bytes.buffer, this.bytes.byteOffset, capacity)
  private readonly pieces: string[] = []
  private at = 0

  /** A line of text and a line feed, if it can stand as it is: false, and nothing written, where it cannot. */
  line(text: string): boolean {
    const { length } = text
    if (this.at + length + 1 > capacity) this.flush()
    if (length + 1 > capacity) {
      if (special.test(text)) return false
      this.pieces.push(`${text}\n`)
      return true
    }
    const { units, at } = this
    // Looking for what needs care while copying costs a third of looking for it before.
    let care = length === 0 || !isVisible(text.charCodeAt(0))
    for (let i = 0; i < length; i += 1) {
      const unit = text.charCodeAt(i)
      units[at + i] = unit
      if (unit < 14 || unit === greater) care = true
    }
    if (care && special.test(text)) return false
    units[at + length] = newline
    this.at = at + length + 1
    return true
  }

  /** A blank line. */
  blank(): void {
    if (this.at + margin > capacity) this.flush()
    this.units[this.at] = newline
    this.at += 1
  }

  /** A whole number from 0 on a line of its own. */
  integer(value: number): void {
    if (this.at + margin > capacity) this.flush()
    this.at = digits(this.units, this.at, value)
    this.units[this.at] = newline
    this.at += 1
  }

  /** A line of two times: `HH:MM:SS,mmm --> HH:MM:SS,mmm`, with either mark before the milliseconds. */
  times(startMs: number, endMs: number, mark: ',' | '.'): void {
    if (this.at + margin > capacity) this.flush()
    const { units } = this
    const sign = mark.charCodeAt(0)
    let at = time(units, this.at, startMs, sign)
    for (let i = 0; i < arrow.length; i += 1) units[at + i] = arrow.charCodeAt(i)
    at = time(units, at + arrow.length, endMs, sign)
    units[at] = newline
    this.at = at + 1
  }

  toString(): string {
    this.flush()
    return this.pieces.join('')
  }

  private flush(): void {
    if (this.at > 0) this.pieces.push(this.bytes.toString('utf16le', 0, this.at * 2))
    this.at = 0
  }
}

/** Writes a time and returns the place after it; hours over 99 are kept, what is no time is 0. */
function time(units: Uint16Array, from: number, ms: number, mark: number): number {
  const whole = ms > 0 && ms < Number.MAX_SAFE_INTEGER ? Math.round(ms) : 0
  const total = Math.floor(whole / 1000)
  const fraction = whole - total * 1000
  const hours = Math.floor(total / 3600)
  const rest = total - hours * 3600
  const minutes = (rest / 60) | 0
  const hundreds = (fraction / 100) | 0
  let at = from
  if (hours < 100) at = pair(units, at, hours)
  else at = digits(units, at, hours)
  units[at] = colon
  pair(units, at + 1, minutes)
  units[at + 3] = colon
  pair(units, at + 4, rest - minutes * 60)
  units[at + 6] = mark
  units[at + 7] = zero + hundreds
  return pair(units, at + 8, fraction - hundreds * 100)
}

function digits(units: Uint16Array, from: number, value: number): number {
  let length = 1
  for (let limit = 10; limit <= value; limit *= 10) length += 1
  for (let i = length - 1, rest = value; i >= 0; i -= 1) {
    const next = Math.floor(rest / 10)
    units[from + i] = zero + rest - next * 10
    rest = next
  }
  return from + length
}

function pair(units: Uint16Array, at: number, value: number): number {
  const tens = (value / 10) | 0
  units[at] = zero + tens
  units[at + 1] = zero + value - tens * 10
  return at + 2
}

/** A sign that is surely no blank. */
function isVisible(unit: number): boolean {
  return (unit > 0x20 && unit < 0x7f) || (unit >= 0xac00 && unit <= 0xd7a3)
}

/** What stands on a line that is none: several lines, blank ones left out, arrows that are no times. */
export function linesWithin(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '')
    .map(line => line.replaceAll('-->', '→'))
}
