/** Signs of translationese, each with its description for a reviewing model. */
const SIGNS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /되어\s?지|되어집|[가-힣]여지게 되|보여지|쓰여지|불리워|잊혀지|나뉘어지/u,
    'a double passive: use the active or the plain passive',
  ],
  [/에 의해(?:서)?(?![가-힣])|에 의하여/u, '"에 의해": make the doer the subject'],
  [/(?<![가-힣])그녀(?:는|가|를|의|에게|와|도)?(?![가-힣])/u, '"그녀": name her or leave the subject out'],
  [/(?<![가-힣])(?:그들|그것들|이것들)(?:은|이|을|의|에게|과|도)(?![가-힣])/u, '"그들": name them or leave them out'],
  [/(?<![가-힣])당신(?:은|이|을|의|에게|도)?(?![가-힣])/u, '"당신": leave it out'],
  [/(?:를|을) 가지고 있(?:다|어|습|는|었)/u, '"가지고 있다": use 있다 or an adjective'],
  // Not for places: 골짜기에 있어서.
  [/(?:함|데|과정|문제|일|점|삶|측면|분야|관계|결정|선택)에 있어서?(?![가-힣])/u, '"에 있어서": use a simple particle'],
  [/로부터/u, '"로부터": use 에서, 에게서 or 한테'],
  [/하는 것을 (?:가능하게|허용)/u, '"하는 것을 가능하게 하다": use -ㄹ 수 있다'],
  [/(?:하|되|[가-힣])는 중에 있/u, '"-는 중에 있다": use -고 있다'],
  [/(?:가장|제일) [가-힣 ]{1,12} 중(?:의)? 하나/u, '"가장 … 중 하나": use 손꼽히는 or 아주'],
  [/[가-힣]의 [가-힣]+의 [가-힣]+의 /u, 'three 의 in a row'],
  [/것(?:은|이) 사실(?:이다|이에요|입니다)/u, '"것은 사실이다": say it directly'],
]

/** Describes the translationese in a Korean text, for a reviewing model. */
export function translationeseIn(korean: string): string[] {
  return SIGNS.filter(([pattern]) => pattern.test(korean)).map(([, words]) => `translationese: ${words}`)
}
