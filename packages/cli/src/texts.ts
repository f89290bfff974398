/** Messages of the command in English and Korean; the Korean ones are in 해요체. */
const TEXTS = {
  noFile: ['Give a file, or - for standard input.', '파일 이름을 적어 주세요. 표준 입력은 - 로 적어요.'],
  noSuchFile: ['File not found: {0}', '파일을 찾을 수 없어요: {0}'],
  notReadable: ['{0} cannot be read as a subtitle: {1}', '{0} 파일을 자막으로 읽을 수 없어요: {1}'],
  oneOf: ['{0} must be one of {1}.', '{0}에는 {1} 가운데 하나를 적어 주세요.'],
  unknownCommand: ['Unknown command: {0}', '{0}라는 명령이 없어요.'],
  extra: ['Unexpected argument: {0}', '남는 인자가 있어요: {0}'],
  number: ['{0} takes a whole number.', '{0}에는 정수를 적어 주세요.'],
  noKey: [
    'No key is stored. Create one on the account page, then run: jamak login',
    '키가 없어요. 계정 페이지에서 키를 만든 뒤 jamak login 을 실행해 주세요.',
  ],
  askKey: ['Key: ', '키: '],
  loggedIn: ['Logged in at {0} with the key {1}: {2} tokens', '{0}에 {1} 키로 로그인했어요. 보유 토큰 {2}개'],
  offline: ['{0} cannot be reached.', '{0}에 연결할 수 없어요.'],
  strange: ['{0} sent a response that this version does not understand.', '{0}의 응답을 이 버전이 알지 못해요.'],
  notMp4: ['{0} is not an MP4 with readable sound: {1}', '{0}에서 소리를 읽을 수 없어요: {1}'],
  codec: [
    'The sound of {0} is {1}, which this command cannot read. Convert it first: ffmpeg -i {0} -c:v copy -c:a aac out.mp4',
    '{0}의 소리 형식({1})은 여기서 읽지 못해요. 먼저 바꿔 주세요: ffmpeg -i {0} -c:v copy -c:a aac out.mp4',
  ],
  tracks: [
    '{0} has several sound tracks. Choose one with --track: {1}',
    '{0}에 소리 트랙이 여러 개예요. --track 으로 하나를 골라 주세요: {1}',
  ],
  ceiling: [
    '{0} costs {1} tokens, but --max-tokens leaves {2}. Nothing was submitted.',
    '{0}에는 토큰 {1}개가 들지만 --max-tokens 에서 {2}개만 남았어요. 맡기지 않았어요.',
  ],
  noSpeech: [
    '{0} has no speech: --script and --notes apply only to a video or a link.',
    '{0}에는 음성이 없어요. --script와 --notes는 동영상이나 링크에만 써요.',
  ],
  noText: [
    '{0} is not plain text. Save a Word document as text first.',
    '{0}에서 글을 읽을 수 없어요. 워드 문서는 텍스트로 저장해 주세요.',
  ],
  oneScript: [
    '--script applies to one video. Submit each video with its own script.',
    '--script는 동영상 하나에만 써요. 따로따로 맡겨 주세요.',
  ],
  uploadFailed: ['The upload failed: {0}', '업로드하지 못했어요: {0}'],
  price: ['{0}: {1} tokens ({2} s); balance {3}', '{0}: 토큰 {1}개 ({2}초), 보유 {3}개'],
  notCovered: ['{0}: not covered by the balance or the monthly limit.', '{0}: 토큰이나 한 달 한도가 모자라요.'],
  submitted: ['{0}  {1}  {2} tokens', '{0}  {1}  토큰 {2}개'],
  state: ['{0}  {1}  {2}  {3} tokens', '{0}  {1}  {2}  토큰 {3}개'],
  failed: ['{0} failed ({1}): {2} {3} tokens refunded', '{0} 실패 ({1}): {2} 토큰 {3}개를 돌려받았어요.'],
  saved: ['{0}: {1} cues, {2} % keep every rule', '{0}: 자막 {1}개, {2}%가 모든 규칙을 지켜요'],
  written: ['{0}', '{0}'],
  recut: [
    '{0} cues, {1} of them changed; {2} % keep every rule ({3} % before)',
    '자막 {0}개 가운데 {1}개가 달라졌어요. {2}%가 모든 규칙을 지켜요 (전 {3}%)',
  ],
  readAs: ['read as {0}, {1}; {2} notes', '{0}, {1}(으)로 읽었어요. 참고 {2}개'],
  kept: ['{0} cues, {1} keep every rule ({2} %)', '자막 {0}개 가운데 {1}개가 모든 규칙을 지켜요 ({2}%)'],
  broken: ['  {0}: {1} cues: {2}', '  {0}: 자막 {1}개: {2}'],
  noneBroken: ['Every cue keeps every rule.', '모든 자막이 모든 규칙을 지켜요.'],
  interrupted: ['Stopped. Submitted files are still being processed.', '멈췄어요. 맡긴 것은 계속 만들어요.'],
} as const satisfies Record<string, readonly [english: string, korean: string]>

export type Language = 'en' | 'ko'
export type Say = (name: keyof typeof TEXTS, ...values: readonly (string | number)[]) => string

/** The language of the environment (POSIX variables, else the system's). */
export function chooseLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  const named = env.LC_ALL || env.LC_MESSAGES || env.LANG || Intl.DateTimeFormat().resolvedOptions().locale
  return named.toLowerCase().startsWith('ko') ? 'ko' : 'en'
}

/** Writes messages in a language. */
export function speaker(language: Language): Say {
  const column = language === 'ko' ? 1 : 0
  return (name, ...values) =>
    TEXTS[name][column].replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''))
}
