import type { Register } from './archive-entry.ts'

/** Registers that a translator can hold apart: Amazon Translate knows formal and informal, a language model more. */
export function registersOf(translator: string): Register[] {
  return translator === 'bedrock' ? ['haeyo', 'hapnida', 'banmal'] : ['polite', 'banmal']
}

/** The register that is meant, of those on offer: plain 존댓말 is 해요체 where that has a name of its own; `undefined` for none. */
export function offeredRegister(wanted: Register, offered: readonly Register[]): Register | undefined {
  if (offered.includes(wanted)) return wanted
  return wanted === 'polite' && offered.includes('haeyo') ? 'haeyo' : undefined
}
