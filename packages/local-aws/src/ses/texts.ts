import type { PageFont } from '../machine/page-font.ts'

/** Texts of the mailbox page. */
export interface MailboxTexts {
  /** Language of the page and of its dates, such as `en`. */
  language: string
  /** Name of the service, which follows the titles of the pages. */
  service?: string
  font?: PageFont
  /** Time zone of the dates. Default: UTC. */
  timeZone?: string
  title: string
  back: string
  notFound: string
  empty: string
  count(emails: number): string
  from: string
  to: string
  time: string
  body: string
  plainText: string
}

export const ENGLISH_MAILBOX: MailboxTexts = {
  language: 'en',
  title: 'Mailbox',
  back: '← Mailbox',
  notFound: 'There is no such email.',
  empty: 'No email has been sent yet.',
  count: emails => `${emails} ${emails === 1 ? 'email' : 'emails'} sent on this computer. None of them leaves it.`,
  from: 'From',
  to: 'To',
  time: 'Time',
  body: 'Email',
  plainText: 'Show plain text',
}
