/**
 * Words before 니다 with more than one reading, and what before them decides for one. The first match counts; without
 * one, the text stays as it is.
 */
const READINGS: readonly (readonly [end: RegExp, before: RegExp, form: string])[] = [
  [/^걷습$/, /(?:소매|커튼|빨래|이불|그물|장막|세금|회비|돈|표)[을를]\s*$/, '걷어요'],
  [/^묻습$/, /(?:에게|한테|께|보고|[냐라다자]고|[는은을던]지|인지|가)\s*$/, '물어요'],
  [/^묻습$/, /(?:에게|한테|께)\s.*(?:[을를])\s*$/, '물어요'],
  [/^묻습$/, /(?:질문|길|이름|나이|안부|이유|까닭|뜻|의견|값|책임|방법)[을를]\s*$/, '물어요'],
  [
    /^묻습$/,
    /(?:땅|땅속|흙|흙속|모래|뜰|마당|정원|밭|숲|눈|바닥|무덤|가슴|얼굴|고개|밑|속|아래)(?:에|을|를)\s*$/,
    '묻어요',
  ],
  [/^굽습$/, /[이가]\s*$/, '굽어요'],
  [/^굽습$/, /./, '구워요'],
  [/^이릅$/, /(?:기에|기엔|기에는|아직|너무|조금|좀|꽤|다소)\s*$/, '일러요'],
  [/^이릅$/, /(?:에|까지)\s*$/, '이르러요'],
  [/^이릅$/, /[이가]\s*$/, '일러요'],
  [/^팝$/, /(?:땅|구멍|구덩이|굴|터널|우물|흙|모래|참호|도랑|웅덩이|무덤|바닥|귀|코)[을를]\s*(?:\S+게\s*)?$/, '파요'],
  [/^팝$/, /./, '팔아요'],
  [
    /^삽$/,
    /(?:에|에서|서|살고|함께|같이|혼자|따로|오래|가까이|멀리|모여|잘|못|게|며|면서|삶을|인생을|생을|하루를)\s*$/,
    '살아요',
  ],
  [/^삽$/, /[을를]\s*$/, '사요'],
  [/맙$/, /(?:고|지)\s*$/, '말아요'],
  [/^겁$/, /[을를]\s*(?:다시\s*)?$/, '걸어요'],
]

/** The 해요 form of a word without 니다 that only the text before it determines. */
export function formByContext(word: string, before: string): string | undefined {
  return READINGS.find(([end, context]) => end.test(word) && context.test(before))?.[2]
}
