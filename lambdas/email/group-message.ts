import { type ArchiveEntry, failureText, refundText } from '../contract/archive-entry.ts'
import { nameOf } from '../contract/title.ts'
import { emailLayout, type Facts, footerWithHelp, type Message } from '../runtime/email.ts'

/** Builds the email about a group whose members have all ended; `siteUrl` has no trailing slash. */
export function buildGroupMessage(id: string, members: readonly ArchiveEntry[], siteUrl: string): Message {
  const done = members.filter(({ status }) => status === 'done')
  const tokens = members.reduce((sum, { used_token }) => sum + used_token, 0)
  const title = titleOf(done.length, members.length)
  return {
    subject: title,
    ...emailLayout({
      title,
      lines: [`토큰 ${tokens.toLocaleString('ko-KR')}개를 썼어요.`, members.map(describe)],
      button: { text: '보관함에서 보기', url: `${siteUrl}/user?group=${id}` },
      footer: footerWithHelp(siteUrl),
    }),
  }
}

function titleOf(done: number, all: number): string {
  // One member is left if the user deleted the others.
  if (all === 1) return done === 1 ? '자막이 완성됐어요' : '자막을 만들지 못했어요'
  return done < all ? `자막 ${all}개 가운데 ${done}개가 완성됐어요` : `자막 ${done}개가 모두 완성됐어요`
}

function describe(entry: ArchiveEntry): Facts[number] {
  const refunded = entry.refunded ?? 0
  const refund = refunded > 0 ? ` ${refundText(refunded, entry.failure)}` : ''
  return [nameOf(entry), entry.status === 'done' ? '완성됐어요.' : failureText(entry) + refund]
}
