/** A plain array of zeros: allocating a short typed array takes longer than filling a plain one. */
export function zeros(length: number): number[] {
  const found = new Array<number>(length)
  for (let i = 0; i < length; i += 1) found[i] = 0
  return found
}
