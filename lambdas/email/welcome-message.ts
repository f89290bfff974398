import { emailLayout, footerWithHelp, type Message } from '../runtime/email.ts'

/** Sent after the first sign-in. A user who rejoins gets no second bonus. */
export function buildWelcomeMessage(to: { name: string; granted: number; siteUrl: string }): Message {
  const tokens = to.granted.toLocaleString('ko-KR')
  const gift =
    to.granted > 0
      ? `가입을 축하하며 토큰 ${tokens}개를 드렸어요. 영어 영상을 올리면 한국어 자막을 만들어 드려요.`
      : '다시 찾아 주셔서 반가워요. 가입 선물은 처음 한 번만 드려요.'
  return {
    subject: to.granted > 0 ? `반가워요, 토큰 ${tokens}개를 넣어 드렸어요` : '다시 찾아 주셔서 반가워요',
    ...emailLayout({
      title: `${to.name}님, 반가워요`,
      lines: [gift, '토큰 1개로 영상 6초의 자막을 만들어요. 1분이면 토큰 10개예요.'],
      button: { text: '첫 영상 올리기', url: to.siteUrl },
      footer: footerWithHelp(to.siteUrl),
    }),
  }
}
