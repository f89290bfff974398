import { emailLayout, FOOTER, type Message } from '../runtime/email.ts'

/** Email with the code that confirms an address. */
export function buildCodeMessage({ code, minutes }: { code: string; minutes: number }): Message {
  return {
    subject: `Jamak 자막 인증번호: ${code}`,
    ...emailLayout({
      title: `인증번호: ${code}`,
      lines: [
        `화면에 이 번호를 넣어 주세요. ${minutes}분 동안 쓸 수 있어요.`,
        '요청한 적이 없다면 이 이메일을 지우셔도 돼요.',
      ],
      footer: FOOTER,
    }),
  }
}
