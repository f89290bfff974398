import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMessage } from '../../../local/mail/read-message.ts'
import { writeMessage } from '../../../local/mail/write-message.ts'

const line = fc.string({ unit: 'grapheme', minLength: 1 }).map(text => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ''))

it('what was written is read again', () => {
  fc.assert(
    fc.property(
      // What looks like an encoded word already would be decoded: nobody writes one by hand.
      line.filter(text => !text.includes('=?') && text === text.trim()),
      fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      fc.option(fc.string({ unit: 'grapheme', minLength: 1 }), { nil: undefined }),
      (subject, text, html) => {
        const message = { from: 'a@example.com', to: ['b@example.com'], cc: [], replyTo: [], subject, text, html }
        const read = readMessage(writeMessage(message, { id: 'id', at: 0 }))
        expect(read.subject).toBe(subject)
        expect([read.text, read.html]).toEqual([text ?? '', html ?? ''])
      },
    ),
  )
})
