import type { EntryType } from '../../../lambdas/contract/archive-entry.ts'

/** An entry of the archive, as the home page and the archive show it. */
export const ENTRY = {
  edit: '자막 편집',
  length: (clock: string) => `길이 ${clock}`,
  steps: (type: EntryType = 'video') =>
    ({
      video: ['올리기', '듣기', '번역', '마무리'],
      youtube: ['가져오기', '듣기', '번역', '마무리'],
      subtitle: ['보내기', '읽기', '번역', '마무리'],
    })[type],
  stale: '올리다 멈췄어요. 곧 토큰을 돌려 드려요.',
  cancel: '취소',
  cancelTitle: '자막 만들기를 취소할까요?',
  cancelDo: '만들기 취소',
  cancelText: (name: string) => `${name}: 자막을 만들지 않아요.`,
  cancelFree: (tokens: string) => `미리 잡아 둔 토큰 ${tokens}를 모두 돌려 드려요.`,
  cancelCosts: (tokens: string) => `이미 자막을 만들기 시작해서 토큰 ${tokens}는 돌려 드리지 않아요.`,
  keepOn: '계속 만들기',
  canceled: '취소했어요.',
  canceledRefunded: (tokens: string) => `취소했어요. 토큰 ${tokens}를 돌려 드렸어요.`,
  leftSoon: '1분 안에 끝나요',
  leftWithin: (minutes: number) => `${minutes}분 안에 끝나요`,
  left: (minutes: number) => `약 ${minutes}분 남았어요`,
  leftBetween: (least: number, most: number) => `약 ${least}~${most}분 남았어요`,
  retry: '다시 만들기',
  uploadAgain: '다시 올리기',
  retryFor: (tokens: string) => `토큰 ${tokens}로 다시 만들기`,
  retrying: '다시 시작했어요. 완성되면 이메일로 알려 드릴게요.',
  retryingNoEmail: '다시 시작했어요. 완성되면 보관함에서 볼 수 있어요.',
  useFile: 'MP4 파일로 올리기',
  notifyAsk: '완성되면 이 브라우저에서도 알려 드릴까요?',
  notifyYes: '알림 받기',
  notifyNo: '괜찮아요',
  notifyOn: '자막이 완성되면 알려 드릴게요.',
} as const
