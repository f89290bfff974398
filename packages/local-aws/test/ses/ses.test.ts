import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSes, type LocalSes } from '../../src/ses/index.ts'
import { listen, REGION, startCloud, type TestCloud, temporaryFolder } from '../support/endpoint.ts'

const FROM = '자막 <no-reply@site.example>'
const HTML =
  '<html><head><title>x</title></head><body><p>자막이 <b>완성</b>됐어요.</p><script>alert(1)</script></body></html>'
let folder: string
let ses: LocalSes
let cloud: TestCloud
let client: SESClient

const identities = () => [{ name: 'site.example', configurationSet: 'sending' }, { name: 'operator@other.example' }]
beforeEach(async () => {
  folder = await temporaryFolder()
  ses = createSes({ folder, identities, now: () => cloud.clock.now })
  cloud = await startCloud({ services: { ses } })
  client = new SESClient(cloud.client('EmailFunction'))
})
afterEach(async () => {
  await cloud.close()
  await rm(folder, { recursive: true, force: true })
})

const send = (Source = FROM, Subject = '자막이 완성됐어요', to = ['kim@example.com']) =>
  client.send(
    new SendEmailCommand({
      Source,
      Destination: { ToAddresses: to },
      Message: {
        Subject: { Data: Subject, Charset: 'UTF-8' },
        Body: { Text: { Data: '자막이 완성됐어요.', Charset: 'UTF-8' }, Html: { Data: HTML, Charset: 'UTF-8' } },
      },
    }),
  )

describe('a sent email', () => {
  it('is in the mailbox with every field of the request', async () => {
    const { MessageId } = await send()
    expect(ses.messages()).toEqual([
      {
        id: MessageId,
        at: cloud.clock.now,
        from: FROM,
        to: ['kim@example.com'],
        replyTo: [],
        subject: '자막이 완성됐어요',
        text: '자막이 완성됐어요.',
        html: HTML,
      },
    ])
  })

  it('survives a restart, newest first', async () => {
    await send(FROM, '첫째')
    cloud.clock.now += 1000
    await send(FROM, '둘째')
    const again = createSes({ folder, identities })
    expect(again.messages().map(email => email.subject)).toEqual(['둘째', '첫째'])
    expect(again.messages()).toEqual(ses.messages())
  })

  it('is read although its folder contains other files', async () => {
    await send()
    await writeFile(`${folder}/000000000000001_old.eml`, 'Subject: old')
    expect(createSes({ folder, identities }).messages()).toEqual(ses.messages())
  })

  it('keeps the reply addresses and every character of its texts', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    await fc.assert(
      fc.asyncProperty(text, text, async (plain, html) => {
        const body = { Text: { Data: plain }, Html: { Data: html } }
        await client.send(new SendEmailCommand({ ...REQUEST, Message: { Subject: { Data: 'x' }, Body: body } }))
        expect(ses.messages()[0]).toMatchObject({ replyTo: ['help@site.example'], text: plain, html })
      }),
      { numRuns: 20 },
    )
  })
})

const REQUEST = {
  Source: FROM,
  Destination: { ToAddresses: ['kim@example.com'] },
  ReplyToAddresses: ['help@site.example'],
  Message: { Subject: { Data: '제목' }, Body: { Text: { Data: '본문' } } },
}

describe('SES refuses', () => {
  it.each(['someone@else.example', 'no-reply@site.example.evil', 'other@other.example'])(
    'to send as %s',
    async from => {
      await expect(send(from)).rejects.toMatchObject({
        name: 'MessageRejected',
        message: expect.stringContaining(from),
      })
      expect(ses.messages()).toEqual([])
    },
  )

  it('neither a verified address nor an address in a subdomain of a verified domain', async () => {
    await send('operator@other.example')
    await send('no-reply@mail.site.example')
    expect(ses.messages()).toHaveLength(2)
  })

  it('the next email after failNext, and no other', async () => {
    ses.failNext({ status: 400, code: 'Throttling', message: 'Maximum sending rate exceeded.' })
    await expect(send()).rejects.toMatchObject({ name: 'Throttling' })
    await send()
    expect(ses.messages()).toHaveLength(1)
  })

  it.each([
    ['an email without recipients', { Destination: { ToAddresses: [] } }, "Missing required header 'To'."],
    [
      '51 recipients',
      { Destination: { ToAddresses: Array(51).fill('kim@example.com') } },
      'Recipient count exceeds 50.',
    ],
    ['an address without a domain', { Destination: { ToAddresses: ['kim'] } }, "Missing final '@domain'"],
    [
      'a line break in the sender',
      { Source: '"악의\r\nBcc: all@example.com" <no-reply@site.example>' },
      'Local address contains control or whitespace',
    ],
    [
      'a line break in a recipient',
      { Destination: { ToAddresses: ['kim@example.com\nBcc: all@example.com'] } },
      'Local address contains control or whitespace',
    ],
    [
      'a line break in an address for replies',
      { ReplyToAddresses: ['help@site.example\r\n'] },
      'Local address contains control or whitespace',
    ],
    [
      'a line break in the subject',
      { Message: { ...REQUEST.Message, Subject: { Data: '제목\r\nBcc: all@example.com' } } },
      'The subject contains control characters.',
    ],
    [
      'a message of more than 10 MiB',
      { Message: { ...REQUEST.Message, Body: { Text: { Data: 'x'.repeat(10 * 1024 ** 2) } } } },
      "Message length is more than 10485760 bytes long: '10485766'.",
    ],
    [
      'a field that the local SES does not support',
      { Destination: { ToAddresses: ['kim@example.com'], CcAddresses: ['lee@example.com'] } },
      'The local SES does not support Destination.CcAddresses.member.1.',
    ],
  ])('%s', async (_, changes, message) => {
    const sent = client.send(new SendEmailCommand({ ...REQUEST, ...changes }))
    await expect(sent).rejects.toMatchObject({ name: 'InvalidParameterValue', message })
    expect(ses.messages()).toEqual([])
  })

  it('every operation except SendEmail, by name', async () => {
    const sent = client.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('Subject: x') } }))
    await expect(sent).rejects.toMatchObject({
      name: 'InvalidAction',
      message: 'The local SES does not support SendRawEmail.',
    })
  })
})

it('sending an email needs permission for its identity and the default configuration set, with its address as a condition key', async () => {
  await send()
  expect(cloud.accesses).toEqual(
    ['identity/site.example', 'configuration-set/sending'].map(resource => ({
      caller: 'EmailFunction',
      action: 'ses:SendEmail',
      resource: `arn:aws:ses:${REGION}:000000000000:${resource}`,
      context: { 'ses:FromAddress': 'no-reply@site.example' },
    })),
  )
})

describe('the mailbox page', () => {
  const withPage = async (run: (url: string) => Promise<void>) => {
    const server = createServer((req, res) => ses.page(req, res))
    await run(`${await listen(server)}/mail`)
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }

  it('cannot be framed by another site', async () => {
    await send(FROM, '제목')
    await withPage(async url => {
      const list = await fetch(url)
      expect(list.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const link = /href="(\?id=[^"]+)"/.exec(await list.text())?.[1] ?? ''
      const [page, content] = await Promise.all([fetch(url + link), fetch(`${url}${link}&part=html`)])
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(content.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    })
  })

  it('lists the emails and shows each with its HTML in a sandboxed frame', async () => {
    await send(FROM, '제목 <b>&"')
    await withPage(async url => {
      const list = await (await fetch(url)).text()
      expect(list).toContain('제목 &lt;b&gt;&amp;&quot;')
      const link = /href="(\?id=[^"]+)"/.exec(list)?.[1] ?? ''
      const page = await fetch(url + link)
      const html = await page.text()
      expect(html).toMatch(/<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"[^>]*part=html/)
      expect(html).not.toContain('<script>')
      expect(html).not.toContain('style="')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      const content = await fetch(`${url}${link}&part=html`)
      expect(content.headers.get('content-security-policy')).toMatch(/^sandbox [^;]*; default-src 'none'/)
      expect(content.headers.get('content-security-policy')).not.toContain('allow-scripts')
      expect(await content.text()).toContain('<head><base target="_blank">')
      expect((await fetch(`${url}?part=style`)).headers.get('content-type')).toContain('text/css')
    })
  })

  it('returns JSON on request', async () => {
    await send()
    await withPage(async url => {
      const list = await fetch(`${url}?format=json`)
      expect(await list.json()).toEqual(ses.messages())
      const [email] = ses.messages()
      expect(await (await fetch(`${url}?format=json&id=${email?.id}`)).json()).toEqual(email)
      expect((await fetch(`${url}?format=json&id=none`)).status).toBe(404)
    })
  })

  it('says that the mailbox is empty or an email is missing', async () => {
    await withPage(async url => {
      expect(await (await fetch(url)).text()).toContain('No email has been sent yet.')
      expect((await fetch(`${url}?id=none`)).status).toBe(404)
    })
  })
})
