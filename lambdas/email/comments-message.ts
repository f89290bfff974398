import type { ArchiveEntry } from '../contract/archive-entry.ts'
import type { Comment } from '../contract/proofreading.ts'
import { nameOf } from '../contract/title.ts'
import { emailLayout, footerWithHelp, type Message } from '../runtime/email.ts'

/** The email about a proofreader's open comments on a subtitle; `siteUrl` has no trailing slash. */
export function buildCommentsMessage(entry: ArchiveEntry, comments: readonly Comment[], siteUrl: string): Message {
  const name = nameOf(entry)
  const by = comments[0]?.by ?? '검토하는 분'
  return {
    subject: `의견이 있어요: ${name}`,
    ...emailLayout({
      title: '자막에 의견이 있어요',
      lines: [
        name,
        `${by} 님이 의견 ${comments.length}개를 남겼어요.`,
        '오늘 더 남기는 의견은 이메일 없이 자막 편집 화면에 표시해요.',
      ],
      button: { text: '의견 보기', url: `${siteUrl}/user/${entry.key}#check` },
      footer: footerWithHelp(siteUrl),
    }),
  }
}

/** The email about a proofreader, `by`, who has finished the review and left `open` comments to read. */
export function buildProofreadMessage(
  entry: ArchiveEntry,
  { by, open }: { by: string; open: number },
  siteUrl: string,
): Message {
  const name = nameOf(entry)
  return {
    subject: `검토가 끝났어요: ${name}`,
    ...emailLayout({
      title: '자막 검토가 끝났어요',
      lines: [
        name,
        `${by} 님이 검토를 마쳤어요.`,
        open > 0
          ? `아직 보지 않은 의견이 ${open}개 있어요.`
          : '고친 내용은 자막 편집 화면의 고친 기록에서 볼 수 있어요.',
      ],
      button: { text: '검토한 자막 보기', url: `${siteUrl}/user/${entry.key}#check` },
      footer: footerWithHelp(siteUrl),
    }),
  }
}
