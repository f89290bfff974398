/** 해요체, 합니다체 (both 존댓말), 반말. */
export type SpeechLevel = 'haeyo' | 'hapnida' | 'banmal'

/** A register as a user asks for it: `polite` leaves 해요체 and 합니다체 open. */
export type WantedRegister = 'polite' | SpeechLevel

export interface RegisterReport {
  /** The most frequent level; undefined if no sentence shows one. */
  register: SpeechLevel | undefined
  counts: Record<SpeechLevel, number>
  /** Both 존댓말 and 반말 occur. */
  mixed: boolean
}

const CLOSERS = /["'”’)\]」』.,?!…~\s]+$/u
const CERTAIN_BANMAL =
  /(?:[했갔았었였겠있없됐왔봤났셨렸졌쳤켰]어|잖아|거든|구나|[이거뭐게]야|[한는간온된난선]다|[했갔았었였겠있없됐왔봤났셨렸졌쳤켰같많좋싫않]다|이다|아니다|하자|가자|해라|[하할갈볼될줄]까|[하되가오]냐|[할갈볼될줄]게|[하가되]네|[하겠맞렇]지|말해|안 돼|해 줘|해줘|몰라|알아|그래|맞아|좋아|싫어|해봐|해 봐)$/

const NOUN_IN_YO = /(?:필요|중요|수요|월요|일요|소요|동요|주요|개요|민요)$/

/** Speech level of the ending of one sentence; undefined for a fragment or a noun. */
export function endingLevel(sentence: string): SpeechLevel | undefined {
  const text = sentence.replace(CLOSERS, '')
  if (/(?:니다|니까|시다)만?$/.test(text)) {
    const stem = text.replace(/(?:니다|니까|시다)만?$/, '')
    if (hasFinal(stem, BIEUP)) return 'hapnida'
  }
  if (/(?:십시오|하시오|으시오)$/.test(text)) return 'hapnida'
  if (/[가-힣](?:요|죠)$/.test(text) && !NOUN_IN_YO.test(text)) return 'haeyo'
  return CERTAIN_BANMAL.test(text) ? 'banmal' : undefined
}

/** Counts the speech levels of sentences and tells whether 존댓말 and 반말 are mixed. */
export function levelsOf(sentences: Iterable<string>): RegisterReport {
  const counts: Record<SpeechLevel, number> = { haeyo: 0, hapnida: 0, banmal: 0 }
  for (const sentence of sentences) {
    const level = endingLevel(sentence)
    if (level) counts[level] += 1
  }
  let register: SpeechLevel | undefined
  for (const level of ['haeyo', 'hapnida', 'banmal'] as const) {
    if (counts[level] > (register ? counts[register] : 0)) register = level
  }
  return { register, counts, mixed: counts.banmal > 0 && counts.haeyo + counts.hapnida > 0 }
}

/** Detects the register of a text from the endings of its sentences. */
export function detectRegister(text: string): RegisterReport {
  return levelsOf(text.split(/(?<=[.?!…]["'”’)\]」』]*)\s+|\n+/u))
}

/** Whether no sentence of a text is in another register than the wanted one. */
export function keepsRegister(text: string, wanted: WantedRegister): boolean {
  const { counts } = detectRegister(text)
  if (wanted === 'banmal') return counts.haeyo + counts.hapnida === 0
  if (wanted === 'polite') return counts.banmal === 0
  return counts.banmal === 0 && counts[wanted === 'haeyo' ? 'hapnida' : 'haeyo'] === 0
}

const BIEUP = 17

/** Whether the last syllable ends in the final consonant with this index (1 to 27). */
function hasFinal(text: string, final: number): boolean {
  const code = text.charCodeAt(text.length - 1)
  return code >= 0xac00 && code <= 0xd7a3 && (code - 0xac00) % 28 === final
}
