import type { DraftSentence } from './draft.ts'

/** Compares all fields; an absent field equals `undefined`. */
export function isEqual(a: DraftSentence, b: DraftSentence): boolean {
  return a === b || canonical(a) === canonical(b)
}

/** Serializes a sentence with a fixed field order: equal sentences give equal strings. */
export function canonical({
  id,
  from,
  to,
  korean,
  breaks,
  ends,
  starts,
  held,
  startMs,
  endMs,
  shiftMs,
  speaker,
  register,
  problems,
  checked,
  unheard,
  finding,
  script,
}: DraftSentence): string {
  const places = breaks.map(({ at, kind, ms }) => [at, kind, ms ?? null])
  return JSON.stringify([
    id,
    from,
    to,
    korean,
    places,
    ends ?? null,
    startMs ?? null,
    endMs ?? null,
    shiftMs ?? 0,
    speaker ?? null,
    register ?? null,
    problems,
    checked ?? false,
    held ?? null,
    starts ?? null,
    unheard ? [unheard.startMs, unheard.endMs, unheard.words] : null,
    script?.map(({ said, written }) => [said, written]) ?? null,
    finding ? [finding.kind, finding.reason ?? null, finding.words] : null,
  ])
}
