/** Loudness of the front left and right beside a centre, and of the channels behind. */
const FRONT = Math.SQRT1_2
const BEHIND = 0.5

/**
 * Mixes channels to one, with the centre of a surround mix, where people speak, loudest. The weights add up to 1, so
 * nothing is clipped. Channels are in the order of WebCodecs: left, right, centre, low frequencies, others.
 */
export function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const [first] = channels
  if (!first || channels.length === 1) return first ?? new Float32Array()
  const weights = channels.map((_, index) => weightOf(index, channels.length))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const mono = new Float32Array(first.length)
  for (const [index, channel] of channels.entries()) {
    const weight = (weights[index] ?? 0) / sum
    if (weight > 0) for (let i = 0; i < mono.length; i += 1) mono[i] = (mono[i] ?? 0) + weight * (channel[i] ?? 0)
  }
  return mono
}

function weightOf(index: number, count: number): number {
  // Stereo or quadraphonic sound has no centre.
  if (count === 2 || count === 4) return 1
  if (index === 2) return 1
  if (index < 2) return FRONT
  return count >= 6 && index === 3 ? 0 : BEHIND
}
