/** Lead bytes from 0x81; trail bytes are `A-Z`, `a-z` and 0x81 to 0xfe. */
const FIRST_LEAD = 0x81
const FIRST_TRAIL = 0x41
const TRAILS = 0xff - FIRST_TRAIL
const [FIRST_SYLLABLE, LAST_SYLLABLE] = [0xac00, 0xd7a3]
/** Characters of the Encoding Standard that the table of ICU, which Node uses, lacks. */
const ADDED: readonly (readonly [lead: number, trail: number, character: string])[] = [
  [0xa2, 0xe6, '€'],
  [0xa2, 0xe7, '®'],
]

let table: Uint16Array | undefined

/**
 * The characters of CP949 by their two bytes: KS X 1001, as every `TextDecoder` reads it, and the 8,822 syllables that
 * CP949 adds in the order of Unicode, which browsers read and Node does not.
 */
function characters(): Uint16Array {
  if (table) return table
  table = new Uint16Array((0xff - FIRST_LEAD) * TRAILS)
  const missing = new Set(Array.from({ length: LAST_SYLLABLE - FIRST_SYLLABLE + 1 }, (_, i) => FIRST_SYLLABLE + i))
  const korean = new TextDecoder('euc-kr')
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const unit = korean.decode(Uint8Array.of(lead, trail)).charCodeAt(0)
      if (unit === 0xfffd || isPrivate(unit)) continue
      table[place(lead, trail)] = unit
      missing.delete(unit)
    }
  }
  for (const [lead, trail, character] of ADDED) table[place(lead, trail)] = character.charCodeAt(0)
  const syllables = missing.values()
  for (const at of addedPlaces()) table[at] = syllables.next().value ?? 0
  return table
}

/** True for private-use characters, which ICU returns for the rows that KS X 1001 leaves to users. */
function isPrivate(unit: number): boolean {
  return unit >= 0xe000 && unit <= 0xf8ff
}

/** The places of the added syllables: outside of KS X 1001, up to the lead byte 0xc6. */
function* addedPlaces(): Generator<number> {
  for (let lead = FIRST_LEAD; lead <= 0xc6; lead += 1) {
    for (let trail = FIRST_TRAIL; trail <= 0xfe; trail += 1) {
      const isLetter = trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a)
      const isHigh = trail >= 0x81 && (lead < 0xa1 || trail < 0xa1)
      if (isLetter || isHigh) yield place(lead, trail)
    }
  }
}

function place(lead: number, trail: number): number {
  return (lead - FIRST_LEAD) * TRAILS + trail - FIRST_TRAIL
}

/** Decodes CP949 as browsers do, in every JavaScript runtime. Invalid bytes become U+FFFD. */
export function decodeCp949(bytes: Uint8Array): string {
  const known = characters()
  const units = new Uint16Array(bytes.length)
  let length = 0
  for (let i = 0; i < bytes.length; i += 1) {
    const lead = bytes[i] ?? 0
    const trail = bytes[i + 1] ?? 0
    let unit = lead
    if (lead >= 0x80) {
      const isPair = lead >= FIRST_LEAD && lead <= 0xfe && trail >= FIRST_TRAIL && trail <= 0xfe
      unit = (isPair && known[place(lead, trail)]) || 0xfffd
      // As in the Encoding Standard, an ASCII character after a lead byte is read on its own.
      if (lead >= FIRST_LEAD && lead <= 0xfe && (unit !== 0xfffd || trail >= 0x80)) i += 1
    }
    units[length] = unit
    length += 1
  }
  return new TextDecoder('utf-16le').decode(new Uint8Array(units.buffer, 0, length * 2))
}

let places: Map<string, number> | undefined

/** The bytes of each character, as one number. */
function bytesOfCharacters(): Map<string, number> {
  places ??= new Map(
    [...characters()].flatMap((unit, at): [string, number][] => {
      const lead = FIRST_LEAD + Math.floor(at / TRAILS)
      return unit === 0 ? [] : [[String.fromCharCode(unit), lead * 0x100 + FIRST_TRAIL + (at % TRAILS)]]
    }),
  )
  return places
}

/** Encodes text in CP949. `instead` gives ASCII text for a character that CP949 lacks. */
export function encodeCp949(text: string, instead: (character: string) => string): Uint8Array<ArrayBuffer> {
  const known = bytesOfCharacters()
  const bytes: number[] = []
  for (const character of text) {
    const pair = known.get(character)
    if (character < '\u0080') bytes.push(character.charCodeAt(0))
    else if (pair !== undefined) bytes.push(pair >> 8, pair & 0xff)
    else for (const sign of instead(character)) bytes.push(sign.charCodeAt(0))
  }
  return Uint8Array.from(bytes)
}
