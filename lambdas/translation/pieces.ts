/** Pieces of a text of at most `limit` bytes of UTF-8 each, cut at blanks where there are any; joined they are the text. */
export function piecesWithinBytes(text: string, limit: number): string[] {
  if (Buffer.byteLength(text) <= limit) return text.trim() === '' ? [] : [text]
  const pieces: string[] = []
  let piece = ''
  for (const word of text.split(/(?<=\s)/).flatMap(part => wordPieces(part, limit))) {
    if (piece !== '' && Buffer.byteLength(piece) + Buffer.byteLength(word) > limit) {
      pieces.push(piece)
      piece = ''
    }
    piece += word
  }
  if (piece.trim() !== '') pieces.push(piece)
  return pieces
}

function wordPieces(word: string, limit: number): string[] {
  if (Buffer.byteLength(word) <= limit) return [word]
  // Four bytes are the most that a code point takes.
  const characters = [...word]
  const step = Math.floor(limit / 4)
  return Array.from({ length: Math.ceil(characters.length / step) }, (_, i) =>
    characters.slice(i * step, (i + 1) * step).join(''),
  )
}
