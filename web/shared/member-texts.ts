import type { Register, SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'

/** The form that confirms an email address by a code. */
export const EMAIL_FORM = {
  label: '이메일',
  send: '인증번호 받기',
  sent: (address: string) => `${address} 주소로 인증번호를 보냈어요.`,
  sentAgain: (address: string) => `${address} 주소로 인증번호를 다시 보냈어요.`,
  codeLabel: '인증번호 6자리',
  codeConfirm: '확인',
  codeAgain: '인증번호 다시 받기',
  other: '다른 이메일 쓰기',
  confirmed: '이메일을 확인했어요.',
  wrong: '이메일을 확인해 주세요. 예: name@example.com',
  codeWrong: '인증번호는 숫자 6자리예요.',
} as const

/** A sheet to print. */
export const PRINT = { print: '인쇄하거나 PDF로 저장' } as const

export const INQUIRY = {
  title: '문의하기',
  text: '궁금하거나 불편한 점을 적어\u00a0주시면 이메일로 답해 드려요.',
  textNoEmail:
    '궁금하거나 불편한 점과 답을 받을 연락처를 적어 주세요. 등록한 이메일이 없어서 적어 주신 곳으로 답해 드려요.',
  attachedOrder: (number: string) => `함께 보내는 주문 번호: ${number}`,
  attached: (name: string) => `함께 보내는 정보: ${name}`,
  label: '내용',
  send: '보내기',
  sent: '보냈어요. 이메일로 답해 드릴게요.',
  sentNoEmail: '보냈어요. 적어 주신 연락처로 답해 드릴게요.',
  empty: '내용을 적어 주세요.',
} as const

/** The virtual account that the user pays an order into. */
export const BANK_ACCOUNT = {
  name: '입금할 계좌',
  copy: '계좌번호 복사',
  copied: '계좌번호를 복사했어요.',
  notCopied: '복사하지 못했어요. 계좌번호를 길게 눌러 복사해 주세요.',
} as const

/** A finished subtitle: its download button and certificate. */
export const SUBTITLE_FILE = {
  vtt: '웹용 자막 다운로드 (VTT)',
  bilingual: '영한 자막 다운로드',
  download: '다운로드',
  downloading: '다운로드 중...',
  downloaded: '완료',
  downloadFailed: '다시 시도',
  downloadHelp: '계속되면 알려 주세요.',
  downloadGone: '자막을 찾지 못했어요. 다른 기기에서 지웠을 수 있어요.',
  downloadName: (name: string) => `${name} 자막`,
  zip: (subtitles: string) => `자막 ${subtitles}개 ${subtitles === '1' ? '' : '모두 '}다운로드 (ZIP)`,
  zipName: '자막.zip',
  certificate: (share: string) => `읽기 편한 자막 ${share}`,
  comments: (comments: string) => `의견 ${comments}개`,
  doubts: (sentences: string, minutes: string) => `확인 필요 ${sentences}개 (약 ${minutes}분)`,
  doubtsTime: (sentences: string, minutes: string) => `확인 필요 ${sentences}개 (확인하는 데 약 ${minutes}분)`,
  noDoubts: '확인할 문장 없음',
  reviewed: '검토 완료',
  unheard: (places: string) => `빠진 말이 있는지 들어 볼 곳 ${places}곳`,
  captionsUsed: '영어 자막 사용',
  steppedIn: (sentences: string) => `기계 번역 ${sentences}문장`,
  untranslated: (sentences: string) => `번역 못 한 ${sentences}문장`,
  meaningChecked: (by: string, checked: string, of: string) => `뜻: ${by} 모델이 ${of}문장 중 ${checked}문장 확인`,
  scripted: (share: string) => `대본과 맞는 말 ${share}`,
  meaningFailed: (by: string) => `뜻: ${by} 모델이 답하지 않아서 확인하지 못함`,
  meaningUnchecked: '뜻은 확인하지 않음',
  engines: (names: string) => `엔진: ${names}`,
  rehearsal: '연습용 자막',
  ruleShare: '무엇을 나타내나요?',
} as const

/** Short names of the inspection's flags. */
export const FLAG_NAMES = {
  comment: '의견',
  speed: '읽는 속도',
  duration: '표시 시간',
  gap: '자막 사이',
  inTime: '시작 시간',
  outTime: '끝 시간',
  lineLength: '줄 길이',
  lineBreak: '줄 나눔',
  phrase: '구절 중간에서 나뉨',
  pause: '말 사이 쉼',
  confidence: '잘 안 들린 말',
  unheard: '빠진 말',
  script: '대본과 다름',
  meaning: '뜻 확인',
  numbers: '숫자 다름',
  translation: '번역 확인',
  timing: '시간',
  register: '말투',
  other: '확인 필요',
} as const

export const REGISTERS: Record<Register, { name: string; example: string }> = {
  polite: { name: '존댓말', example: '만나서 반가워요' },
  haeyo: { name: '해요체', example: '만나서 반가워요' },
  hapnida: { name: '합니다체', example: '만나서 반갑습니다' },
  banmal: { name: '반말', example: '만나서 반가워' },
}

export const PROFILES: Record<SubtitleProfile, { name: string; hint: string }> = {
  standard: { name: '일반', hint: '한 줄 16자, 1초에 12자를 넘지 않게 나눠요.' },
  children: { name: '어린이용', hint: '천천히 읽을 수 있게 1초에 9자를 넘지 않게 나눠요.' },
  sdh: { name: '청각장애인용', hint: '[음악] 같은 소리와 [이름]도 적어요.' },
  'sdh-children': { name: '청각장애 어린이용', hint: '소리와 이름도 적고, 1초에 11자를 넘지 않게 나눠요.' },
  shorts: { name: '쇼츠용', hint: '세로 화면에 맞게 한 줄 12자를 넘지 않게 나눠요.' },
}

export const YOUTUBE_TEXT_ITEM = 'YouTube용 글 만들기'
