import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSes, type LocalSes } from '../../../local/mail/index.ts'
import { listen, REGION, startCloud, type TestCloud, temporaryFolder } from '../aws.ts'

const FROM = '자막 <no-reply@jamak.example>'
const HTML =
  '<html><head><title>x</title></head><body><p>자막이 <b>완성</b>됐어요.</p><script>alert(1)</script></body></html>'
let folder: string
let ses: LocalSes
let cloud: TestCloud
let client: SESClient

const identities = (): string[] => ['jamak.example', 'operator@other.example']
beforeEach(async () => {
  folder = await temporaryFolder()
  ses = createSes({ folder, identities, now: () => cloud.clock.now })
  cloud = await startCloud({ services: { ses } })
  client = new SESClient(cloud.client('MailFunction'))
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

describe('a mail', () => {
  it('is in the box as it was sent', async () => {
    const { MessageId } = await send()
    expect(ses.messages()).toEqual([
      {
        id: MessageId,
        at: cloud.clock.now,
        from: FROM,
        to: ['kim@example.com'],
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
    expect(again.messages().map(mail => mail.subject)).toEqual(['둘째', '첫째'])
    expect(again.messages()).toEqual(ses.messages())
  })

  it('is a file that other mail programs read: seven bits, short lines, no foreign header', async () => {
    await send(
      '"악의\r\nBcc: all@example.com" <no-reply@jamak.example>',
      `제목\r\nBcc: all@example.com ${'가'.repeat(80)}`,
    )
    const [name = ''] = await readdir(folder)
    expect(name).toMatch(/\.eml$/)
    const raw = await readFile(`${folder}/${name}`, 'latin1')
    expect(raw).toMatch(/^[\r\n\x20-\x7e]*$/)
    expect(Math.max(...raw.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(78)
    expect(raw).not.toMatch(/^bcc:/im)
    expect(ses.messages()[0]?.subject).toBe(`제목 Bcc: all@example.com ${'가'.repeat(80)}`)
  })

  it('in raw form is read by its parts', async () => {
    const raw = [
      'From: =?UTF-8?B?7J6Q66eJ?= <no-reply@jamak.example>',
      'To: "Kim, Minsu" <kim@example.com>,',
      ' lee@example.com',
      'Subject: =?utf-8?Q?=EC=9E=90=EB=A7=89?= =?utf-8?Q?_=EC=99=84=EC=84=B1?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="outer"',
      '',
      '--outer',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '=EC=95=88=EB=85=95 =',
      'kim',
      '--inner',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>안녕</p>',
      '--inner--',
      '--outer--',
    ].join('\r\n')
    await client.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(raw) } }))
    expect(ses.messages()[0]).toMatchObject({
      from: '자막 <no-reply@jamak.example>',
      to: ['"Kim, Minsu" <kim@example.com>', 'lee@example.com'],
      subject: '자막 완성',
      text: '안녕 kim',
      html: '<p>안녕</p>',
    })
    const [name = ''] = await readdir(folder)
    expect(await readFile(`${folder}/${name}`, 'utf8')).toBe(raw)
  })
})

describe('SES refuses', () => {
  it.each(['someone@else.example', 'no-reply@jamak.example.evil', 'other@other.example'])(
    'to send as %s',
    async from => {
      await expect(send(from)).rejects.toMatchObject({
        name: 'MessageRejected',
        message: expect.stringContaining(from),
      })
      expect(ses.messages()).toEqual([])
    },
  )

  it('but sends as a verified address and below a verified domain', async () => {
    await send('operator@other.example')
    await send('no-reply@mail.jamak.example')
    expect(ses.messages()).toHaveLength(2)
  })

  it('what it is told to refuse, once', async () => {
    ses.failNext({ status: 400, code: 'Throttling', message: 'Maximum sending rate exceeded.' })
    await expect(send()).rejects.toMatchObject({ name: 'Throttling' })
    await send()
    expect(ses.messages()).toHaveLength(1)
  })

  it('a mail to nobody', async () => {
    await expect(send(FROM, 'x', [])).rejects.toMatchObject({ name: 'InvalidParameterValue' })
  })
})

it('asks the role for the identity that sends, with the address', async () => {
  await send()
  expect(cloud.accesses).toEqual([
    {
      caller: 'MailFunction',
      action: 'ses:SendEmail',
      resource: `arn:aws:ses:${REGION}:000000000000:identity/jamak.example`,
      context: { 'ses:FromAddress': 'no-reply@jamak.example' },
    },
  ])
})

describe('the mail box page', () => {
  const withPage = async (run: (url: string) => Promise<void>) => {
    const server = createServer((req, res) => ses.page(req, res))
    await run(`${await listen(server)}/mail`)
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }

  it('lists the mails and shows one, its HTML shut in a frame', async () => {
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

  it('answers programs with JSON', async () => {
    await send()
    await withPage(async url => {
      const list = await fetch(`${url}?format=json`)
      expect(await list.json()).toEqual(ses.messages())
      const [mail] = ses.messages()
      expect(await (await fetch(`${url}?format=json&id=${mail?.id}`)).json()).toEqual(mail)
      expect((await fetch(`${url}?format=json&id=none`)).status).toBe(404)
    })
  })

  it('says so when there is no mail', async () => {
    await withPage(async url => {
      expect(await (await fetch(url)).text()).toContain('아직 보낸 메일이 없어요.')
      expect((await fetch(`${url}?id=none`)).status).toBe(404)
    })
  })
})
