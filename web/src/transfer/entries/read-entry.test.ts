import { limits } from '@twofold/contract/limits'
import { expect, test } from 'vitest'
import { readEntry } from './read-entry.ts'

const key = { kind: 'totp', secret: 'JBSWY3DPEHPK3PXP' }
const family = '👨‍👩‍👧'

test('a note, a name and a tag that are too long end with a whole character', () => {
  const upTo = (max: number) => 'x'.repeat(max - 1)
  const read = readEntry({
    ...key,
    name: `${upTo(limits.keyNameMax)}😀`,
    note: `${upTo(limits.noteMax)}${family}`,
    tags: [`${upTo(limits.tagMax)}😀`, family],
  })
  expect(read).toMatchObject({ name: upTo(limits.keyNameMax), note: upTo(limits.noteMax), tags: [upTo(limits.tagMax), family] })
})

test('a note of the longest length stays as it is, with the blanks at its beginning', () => {
  const note = `  ${'x'.repeat(limits.noteMax - 4)}😀`
  expect(readEntry({ ...key, name: 'Bank', note })).toMatchObject({ note })
})
