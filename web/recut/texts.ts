import type { Rule } from '#subtitle-engine'
import { COMMON } from '../shared/texts.ts'

/** Texts of /recut and of the editor for its result. */
export const RECUT = {
  title: COMMON.recut,
  intro: '가지고 있는 한국어 자막을 읽기 좋은 자리에서 다시 나눠 드려요. 무료이고, 로그인하지 않아도 돼요.',
  privacy: '파일은 이 브라우저 안에서만 읽고 나눠요. 자막의 글자는 어디에도 보내지 않아요.',
  drop: '자막 파일을 여기에 놓아 주세요',
  pick: '자막 파일을 골라 주세요',
  dropHelp: 'SRT, VTT, SMI, ASS, TTML, SBV, LRC와 YouTube·Whisper 자막을 읽어요.',
  choose: '자막 파일 고르기',
  chooseOther: '다른 파일 고르기',
  working: '자막을 나누는 중...',
  profile: '누가 보는 자막인가요?',
  before: '나누기 전',
  after: '나눈 뒤',
  share: '읽기 편한 자막',
  cues: (cues: string, kept: string) => `자막 ${cues}개 가운데 ${kept}개가 모든 규칙을 지켜요.`,
  badBreaks: (count: string) => `어색하게 끊긴 곳 ${count}곳`,
  shareHelp: '‘읽기 편한 자막’은 무엇을 나타내나요?',
  guessedNote: (count: string) =>
    `‘시간 추정’이 붙은 자막 ${count}개는 글자 수에 맞춰 시간을 나눴어요. 영상과 맞는지 확인해 주세요.`,
  guessed: '시간 추정',
  onlyChanged: '바뀐 자막만 보기',
  nothingChanged: '바뀐 자막이 없어요.',
  unchanged: '그대로',
  list: '나누기 전과 뒤의 자막',
  download: (format: string) => `${format} 다운로드`,
  open: '자막 편집에서 열기',
  openHelp: '자막 편집에서 직접 더 고칠 수 있어요. 고친 내용은 이 브라우저에만 저장돼요.',
  openFailed: '이 브라우저에 저장하지 못했어요. 저장 공간을 확인하고 다시 시도해 주세요.',
  fileName: (name: string, extension: string) => `${name}.다시 나눔.${extension}`,
  tooLarge: '자막 파일은 5MB까지 읽을 수 있어요.',
  noCues: '자막에 글이 없어요. 다른 파일을 골라 주세요.',
  notKorean: '한국어 자막이 아니에요. 지금은 한국어 자막만 다시 나눌 수 있어요.',
} as const

/** What a broken rule means for the viewer. */
export const RULES: Partial<Record<Rule, string>> = {
  order: '시간 순서가 뒤바뀌었어요',
  text: '빈 줄이 있어요',
  lines: '줄이 너무 많아요',
  oneLine: '한 줄이면 충분해요',
  lineLength: '줄이 너무 길어요',
  lineBreak: '낱말이 끊겼어요',
  phrase: '붙여 읽을 말이 끊겼어요',
  lineEnd: '줄 끝에 쉼표나 마침표가 있어요',
  ellipsis: '말줄임표가 맞지 않아요',
  speed: '읽기에 너무 빨라요',
  duration: '너무 짧거나 길게 보여요',
  gap: '자막 사이 간격이 맞지 않아요',
}
