import { expect, test } from 'vitest'
import { sampleMail } from '../testing/sample-mail.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'

const reasonOf = (changes: Parameters<typeof sampleMail>[0]) => refuseUnsafe(sampleMail(changes))

test('an e-mail with one address each, and headers that are ours to set, goes out', () => {
  expect(reasonOf({})).toBeUndefined()
  expect(reasonOf({ replyTo: null, to: { address: 'ann@example.com', name: null } })).toBeUndefined()
  // These only begin or end like a header that the sender writes.
  expect(reasonOf({ headers: { 'X-From': 'a', Toner: 'b', 'X-Content-Type': 'c', References: 'd' } })).toBeUndefined()
})

test.each<[string, Parameters<typeof sampleMail>[0], string]>([
  ['two senders', { from: { address: 'a@example.org,b@example.org', name: null } }, 'The sender is not one mail address.'],
  [
    'a name with a line break',
    { from: { address: 'a@example.org', name: 'A\r\nBcc: b@example.org' } },
    'The sender is not one mail address.',
  ],
  ['an address with blanks', { to: { address: ' ann@example.com', name: null } }, 'The recipient is not one mail address.'],
  ['an address with a name', { to: { address: 'Ann <ann@example.com>', name: null } }, 'The recipient is not one mail address.'],
  ['no address for answers', { replyTo: '' }, 'The address for answers is not one mail address.'],
  ['a line break in the subject', { subject: 'a\nb' }, 'The subject has control characters.'],
  ['a Message-ID with another header before it', { messageId: 'a\r\n<a@example.org>' }, 'The Message-ID is malformed.'],
  ['a Message-ID with another header behind it', { messageId: '<a@example.org>\r\nBcc: b@example.org' }, 'The Message-ID is malformed.'],
  ['a Message-ID without brackets', { messageId: 'a@example.org' }, 'The Message-ID is malformed.'],
  ['a reference with a line break', { logId: 'a\nb' }, 'The reference is malformed.'],
  ['a reference that is too long', { logId: 'a'.repeat(65) }, 'The reference is malformed.'],
  ['no reference', { logId: '' }, 'The reference is malformed.'],
  ['a header of the sender', { headers: { BCC: 'b@example.org' } }, 'The header "BCC" may not be set.'],
  ['a header about the content', { headers: { 'content-type': 'text/plain' } }, 'The header "content-type" may not be set.'],
  ['a header with a colon', { headers: { 'X-A: b\r\nBcc': 'c' } }, String.raw`The header "X-A: b\r\nBcc" may not be set.`],
  ['a line break in a header', { headers: { 'X-A': 'a\r\nBcc: b@example.org' } }, 'The header X-A has control characters.'],
])('%s is refused', (_what, changes, reason) => {
  expect(reasonOf(changes)).toEqual({ kind: 'refused', code: 'mail.unsafe', reason })
})
