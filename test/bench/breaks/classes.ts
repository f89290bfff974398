import type { Break } from './cut.ts'

/** The severe classes of bad breaks, told apart by the two words at the break; the first that fits counts. */
const CLASSES: readonly (readonly [name: string, last: RegExp, next: RegExp])[] = [
  ['number and unit', /(?:\d|^(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|몇))$/, /^(?:[가-힣]|%)/],
  [
    'before a dependent noun',
    /[가-힣]$/,
    /^(?:수|것|거|게|건|걸|줄|적|데|바|뿐|때|점|채|척|듯|지|만큼|대로|동안|때문)(?:[이가은는을를도만에로의]|으로|이다|이에|예|입니|였|인|밖에|부터|까지|들|$)/,
  ],
  [
    'verb and auxiliary',
    /(?:[고지게아야어여해려와겨켜쳐져내봐줘]|도록)$/,
    /^(?:있|없|않|못하|싶|보[이았]|봐|봤|주[어었세]|줘|줬|버[려리]|놓|두[었고]|되|돼|됐|나서|나니|나면)/,
  ],
  ['-에 관한, -와 함께, 이/가 아니라', /(?:에|와|과|이|가)$/, /^(?:관한|관해|대한|대해|위한|위해|함께|아니)/],
  ['a conjunction alone', /^(?:그리고|하지만|그런데|그래서|그러나|그러니까|그러면|그럼|따라서|또한|즉|결국)$/, /./],
  ['modifier and noun', /(?:의|한|던|는|운|은|인|된|온|간|난|린|될|할|을)$/, /^[가-힣]/],
  ['object and predicate', /[을를]$/, /(?:다|요|죠|고|며|면|서|지|니|게|는|은|ㄴ|던|자|도록)[.?!,]?$/],
]

/** The class of a bad break. */
export function classOf({ sentence, at }: Break): string {
  const last = (sentence.words[at - 1] ?? '').replace(/[.,?!…"'”’]+$/, '')
  const next = (sentence.words[at] ?? '').replace(/[.,?!…"'”’]+$/, '')
  return CLASSES.find(([, before, after]) => before.test(last) && after.test(next))?.[0] ?? 'other'
}
