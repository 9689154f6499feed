import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { mailBytes } from './mail-bytes.ts'

const awkward = fc.constantFrom(
  '\n.\n..dot\n',
  'blanks at the end  \t\n',
  '=3D',
  '\r',
  '\r\n',
  'größer – “x”',
  '日本語のメール',
  '👩‍👩‍👧',
  `<a href="${'x'.repeat(1200)}">`,
  '--boundary',
)
const content = fc.array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 300 })), { maxLength: 12 }).map((parts) => parts.join(''))

test('an e-mail has the bytes that nodemailer streams', async () => {
  await fc.assert(
    fc.asyncProperty(content, content, fc.string({ unit: 'grapheme', maxLength: 80 }), async (html, text, name) => {
      const mail = {
        from: { name, address: 'vault@example.org' },
        to: [{ name, address: 'ann@example.com' }],
        messageId: '<1@vault.example.org>',
        subject: `Größe ${name}`,
        date: new Date(0),
        headers: { 'List-Unsubscribe': `<https://vault.example.org/u/${'1'.repeat(300)}>` },
        baseBoundary: 'log-1',
        html: html.toWellFormed(),
        text: text.toWellFormed(),
      }
      const streamed = await new MailComposer(mail).compile().build()
      expect(parts(mailBytes(new MailComposer(mail).compile()))).toEqual(parts(streamed))
    }),
    { examples: [['\r', '', '']] },
  )
})

/** Quoted-printable may be wrapped in several ways, which say the same. */
const parts = (bytes: Buffer) => bytes.toString('latin1').replaceAll('=\r\n', '')
