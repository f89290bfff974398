/** A plain array of zeros: short typed arrays take longer to allocate than to fill. */
export function zeros(length: number): number[] {
  const found = new Array<number>(length)
  for (let i = 0; i < length; i += 1) found[i] = 0
  return found
}
