import { FOOTER, type Mail, mailLayout } from '../runtime/mail.ts'

type Message = Pick<Mail, 'subject' | 'text' | 'html'>

/** Carries the code that confirms an address. */
export function codeMail({ code, minutes }: { code: string; minutes: number }): Message {
  return {
    subject: `자막 인증번호: ${code}`,
    ...mailLayout({
      title: `인증번호: ${code}`,
      lines: [
        `화면에 이 번호를 넣어 주세요. ${minutes}분 동안 쓸 수 있어요.`,
        '요청한 적이 없다면 이 이메일을 지우셔도 돼요.',
      ],
      footer: FOOTER,
    }),
  }
}

/** A person's question to the operator, with the entry in question. */
export function inquiryMail(inquiry: {
  uid: string
  name: string
  email?: string
  text: string
  entry?: string
}): Message {
  const about = inquiry.entry === undefined ? [] : ['문의한 영상', inquiry.entry]
  return {
    subject: `[문의] ${inquiry.name}`,
    ...mailLayout({
      title: `${inquiry.name}님의 문의`,
      lines: [inquiry.text, ...about],
      footer: `회원 번호 ${inquiry.uid}\n이메일 ${inquiry.email ?? '없음'}`,
    }),
  }
}
