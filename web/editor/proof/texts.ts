import { count } from '../../shared/format.ts'

/** Links for proofreaders, as the owner of the subtitle sees them. */
export const PROOF_LINKS = {
  title: '검토 맡기기',
  text: '링크를 받은 사람은 가입하지 않아도 이 자막을 보고 의견을 남기거나 고칠 수 있어요. 다른 자막은 볼 수 없고, 토큰도 쓰지 못해요.',
  none: '아직 만든 링크가 없어요.',
  create: '링크 만들기',
  name: '받는 사람 이름',
  nameExample: '예: 김민지',
  nameHint: '의견과 고친 기록에 이 이름이 보여요.',
  noName: '이름을 적어 주세요.',
  right: '할 수 있는 일',
  rights: { comment: '의견만', edit: '고치기' },
  rightHints: { comment: '의견만: 문장마다 의견을 남겨요', edit: '고치기: 의견을 남기고 자막도 고쳐요' },
  days: '기한',
  daysNames: { 1: '1일', 7: '7일', 30: '30일', 90: '90일' },
  opens: '열 수 있는 횟수',
  opensNames: { 10: '10번', 50: '50번', 200: '200번' },
  createdTitle: '링크를 만들었어요',
  createdText:
    '이 창을 닫으면 링크를 다시 볼 수 없으니 지금 복사해 주세요. 누구나 열 수 있는 링크이니 검토할 사람에게만 보내 주세요.',
  opened: (opens: number, most: number) => `${count(most)}번 중 ${count(opens)}번 열었어요`,
  finished: (moment: string) => `검토 마침 ${moment}`,
  used: (moment: string) => `마지막 사용 ${moment}`,
  until: (date: string) => `${date}까지`,
  revoke: '지우기',
  revokeNamed: (name: string) => `${name}의 링크 지우기`,
  revokeTitle: (name: string) => `‘${name}’의 링크를 지울까요?`,
  revokeText: '이 링크로는 바로 열거나 저장할 수 없게 돼요. 남긴 의견과 고친 내용은 그대로 있어요.',
} as const

export const COMMENTS = {
  name: '의견',
  title: '의견 남기기',
  key: ['Alt+N', '의견 남기기'],
  example: '예: 이름은 ‘애나’로 통일하면 좋겠어요',
  noText: '의견을 적어 주세요.',
  save: '남기기',
  close: '해결',
  acceptCloses: '확인하면 이 문장의 의견도 해결한 것으로 표시해요',
  said: '의견을 남겼어요',
  closed: '해결함',
  me: '나',
  owner: '맡긴 사람',
} as const

/** The proofreader's page. */
export const PROOF_SCREEN = {
  title: '자막 검토',
  refused: '링크를 열 수 없어요',
  opening: '자막을 여는 중...',
  asked: (name: string, film: string, right: 'comment' | 'edit') =>
    `${name}님, ‘${film}’ 자막 검토를 부탁드려요.\n문장을 눌러 ${
      right === 'edit' ? '고치거나 의견을' : '의견을'
    } 남기고, 다 보면 ‘검토\u00a0마치기’를 눌러 주세요.`,
  until: (date: string) => `${date}까지 열 수 있어요`,
  may: { comment: '의견만 남길 수 있어요', edit: '의견을 남기고 고칠 수 있어요' },
  finish: '검토 마치기',
  finished: '마쳤어요',
  finishedTitle: '검토를 마쳤어요',
  finishText: (isFinished: boolean) =>
    isFinished
      ? '맡긴 분에게 이메일로 알렸어요. 기한까지는 더 보고 고칠 수 있어요.'
      : '마치면 맡긴 분에게 이메일로 알려요. 기한까지는 더 보고 고칠 수 있어요.',
} as const
