import { SESClient } from '@aws-sdk/client-ses'
import { describe, expect, it } from 'vitest'
import { type Email, emailLayout } from '../../lambdas/runtime/email.ts'
import { sendEmail } from '../../lambdas/runtime/ses.ts'
import { sdkSettings } from '../support/sdk-wire.ts'

/** The form that SES receives. */
async function sent(email: Partial<Email>): Promise<URLSearchParams> {
  let form = new URLSearchParams()
  const ses = new SESClient(
    sdkSettings({
      accessOf: () => [],
      async handle({ body }) {
        form = new URLSearchParams(body.toString())
        const answer =
          '<SendEmailResponse><SendEmailResult><MessageId>1</MessageId></SendEmailResult></SendEmailResponse>'
        return { status: 200, headers: { 'content-type': 'text/xml' }, body: answer }
      },
    }),
  )
  await sendEmail(ses, {
    from: 'a@jamak.example',
    to: 'b@example.com',
    subject: '제목',
    text: '글',
    html: '<p>글</p>',
    ...email,
  })
  return form
}

describe('an email', () => {
  it('is sent as text and HTML in UTF-8', async () => {
    const form = await sent({})
    expect(form.get('Source')).toBe(`=?UTF-8?B?${Buffer.from('Jamak 자막').toString('base64')}?= <a@jamak.example>`)
    expect(form.get('Destination.ToAddresses.member.1')).toBe('b@example.com')
    expect(form.get('Message.Subject.Data')).toBe('제목')
    expect(form.get('Message.Body.Text.Data')).toBe('글')
    expect(form.get('Message.Body.Html.Data')).toBe('<p>글</p>')
    expect([...form].filter(([name]) => name.endsWith('.Charset')).map(([, charset]) => charset)).toEqual(
      Array(3).fill('UTF-8'),
    )
    expect([...form.keys()].some(name => name.startsWith('ReplyTo'))).toBe(false)
  })

  it('can set another address for replies', async () => {
    expect((await sent({ replyTo: 'c@example.com' })).get('ReplyToAddresses.member.1')).toBe('c@example.com')
  })

  it('never lets a title start another header', async () => {
    expect((await sent({ subject: 'x\r\nBcc: evil@example.com\u2028y' })).get('Message.Subject.Data')).toBe(
      'x Bcc: evil@example.com y',
    )
  })
})

describe('the design of emails', () => {
  const content = {
    title: '<b>강의</b>',
    lines: ['첫 줄\n둘째 줄', '"따옴표" & 기호'],
    button: { text: '보러 가기', url: 'https://jamak.example/user?a=1&b="2"' },
    footer: '자막',
  }

  it('has the same content in text and HTML, including the button’s address', () => {
    const { text, html } = emailLayout(content)
    expect(text).toBe(
      '<b>강의</b>\n\n첫 줄\n둘째 줄\n\n"따옴표" & 기호\n\n보러 가기: https://jamak.example/user?a=1&b="2"\n\n--\n자막',
    )
    expect(html).toContain('첫 줄<br>둘째 줄')
    expect(html).toContain('href="https://jamak.example/user?a=1&amp;b=&quot;2&quot;"')
  })

  it('states facts as lines of text and as a table, with the address of a link in both', () => {
    const receipt = 'https://toss.example/r?a=1&b=2'
    const facts = [
      ['상품', '토큰 <430>개'],
      ['영수증', '영수증 보기', receipt],
    ] as const
    const { text, html } = emailLayout({ ...content, lines: [facts] })
    expect(text).toContain(`상품: 토큰 <430>개\n영수증: ${receipt}\n`)
    expect(html).toMatch(/<td[^>]*>상품<\/td><td[^>]*>토큰 &lt;430&gt;개<\/td>/)
    expect(html).toMatch(/<a href="https:\/\/toss.example\/r\?a=1&amp;b=2"[^>]*>영수증 보기<\/a>/)
  })

  it('treats every part as plain text', () => {
    const { html } = emailLayout(content)
    expect(html).not.toContain('<b>')
    expect(html).toContain('&lt;b&gt;강의&lt;/b&gt;')
    expect(html).toContain('&quot;따옴표&quot; &amp; 기호')
  })
})
