import type { SiteConfig } from '../../lambdas/contract/site-config.ts'

// Help, terms and privacy policy state the same facts, each in its own speech level.

export const OPERATOR_ACCESS = {
  help: '평소에는 사람이 영상이나 자막을 보지 않아요. 회원이 문의했거나 고장을 고치거나 법이 요구할 때에만, 맡은 사람이 필요한 만큼 봐요.',
  legal:
    '평소에는 사람이 영상이나 자막을 보지 않습니다. 회원이 문의했거나 고장을 고치거나 법이 요구할 때에만, 맡은 사람이 필요한 만큼 봅니다.',
} as const

export const NO_TRAINING = '회사는 회원의 영상과 자막을 인공지능 모델을 학습시키는 데 쓰지 않습니다.'

const OPTED_OUT = {
  help: '회사는 Amazon이 소리와 문장을 서비스 개선에 쓰지 않도록 정해 두었어요.',
  legal: '회사는 Amazon이 소리와 문장을 서비스 개선에 쓰지 않도록 정해 두었습니다.',
} as const
const MAY_USE = {
  help: 'Amazon Transcribe와 Amazon Translate는 받은 소리와 문장을 서비스 개선에 쓰려고 보관할 수 있고, 이때 다른 나라에 보관할 수도 있어요.',
  legal:
    'Amazon Transcribe와 Amazon Translate는 받은 소리와 문장을 서비스 개선에 쓰려고 보관할 수 있고, 이때 다른 나라에 보관할 수도 있습니다.',
} as const

/** Whether Amazon may use what it receives, as the deployment's account is configured. */
export function providerUse({ processing }: SiteConfig): typeof OPTED_OUT | typeof MAY_USE {
  return processing.optedOut ? OPTED_OUT : MAY_USE
}
