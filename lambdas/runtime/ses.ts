import { SESClient, SESServiceException, SendEmailCommand } from '@aws-sdk/client-ses'
import { RETRIED_ERRORS } from '../contract/retried-errors.ts'
import type { Email } from './email.ts'

/** SES client capped at 30 s in total, so a live sender never outlasts its email lease (`EMAIL_LEASE_MS`). */
export function sesClient(): SESClient {
  return new SESClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true },
  })
}

/** The service's name as an encoded word (RFC 2047): SES accepts only ASCII before an address. */
const SENDER_NAME = `=?UTF-8?B?${Buffer.from('Jamak 자막').toString('base64')}?=`

/** Sends one email. SES has no idempotency key, so the caller must ensure that each email is sent once. */
export async function sendEmail(ses: SESClient, { from, to, subject, text, html, replyTo }: Email): Promise<void> {
  const part = (data: string) => ({ Data: data, Charset: 'UTF-8' })
  await ses.send(
    new SendEmailCommand({
      Source: `${SENDER_NAME} <${from}>`,
      Destination: { ToAddresses: [to] },
      Message: { Subject: part(oneLine(subject)), Body: { Text: part(text), Html: part(html) } },
      ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
    }),
  )
}

const RETRIED: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/**
 * True if SES rejected the email itself. Without a response from SES, the email may have been sent, so it is retried
 * soon.
 */
export const isLasting = (error: unknown): boolean => error instanceof SESServiceException && !RETRIED.has(error.name)

/** Replaces line breaks with spaces, so that a title in a subject cannot start another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
