const loose = /^\s*(?:(\d+)\s*:\s*)?(\d+)\s*:\s*(\d+)(?:\s*[,.]\s*(\d*))?\s*$/

/** Reads a time as people and programs write it (`1:02.5`, `01:02:03,004`); undefined where it is none. */
export function readTimestamp(text: string): number | undefined {
  const found = loose.exec(text)
  if (!found) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found
  const ms = Number(`${fraction}000`.slice(0, 3))
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + ms
}

/** Milliseconds of the usual `HH:MM:SS,mmm` at a place of a text; -1 for any other form. */
export function strictTimestamp(text: string, at: number): number {
  if (text.charCodeAt(at + 2) !== 58 || text.charCodeAt(at + 5) !== 58) return -1
  const mark = text.charCodeAt(at + 8)
  if (mark !== 44 && mark !== 46) return -1
  const after = text.charCodeAt(at + 12)
  if (after >= 48 && after <= 57) return -1
  const hours = pair(text, at)
  const minutes = pair(text, at + 3)
  const seconds = pair(text, at + 6)
  const tenths = pair(text, at + 9)
  const last = text.charCodeAt(at + 11) - 48
  // A sign that is no digit makes its part negative.
  if ((hours | minutes | seconds | tenths | last | (9 - last)) < 0) return -1
  return (hours * 3600 + minutes * 60 + seconds) * 1000 + tenths * 10 + last
}

function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const units = text.charCodeAt(at + 1) - 48
  return (tens | units | (9 - tens) | (9 - units)) < 0 ? -1 : tens * 10 + units
}
