import { expect, test } from 'vitest'
import { readBackupCodes } from './backup-code-text.ts'

test.each([
  ['one in a line', 'a1b2c-3d4e5\nf6a7b-8c9d0\r\n\n', ['a1b2c-3d4e5', 'f6a7b-8c9d0']],
  [
    'numbered, in two columns, with a space inside',
    '1. 1234 5678      6. 2345 6789\n2. 3456 7890\t7. 4567 8901',
    ['1234 5678', '2345 6789', '3456 7890', '4567 8901'],
  ],
  ['bulleted', '• 11112222\n- 33334444\n☐ 55556666', ['11112222', '33334444', '55556666']],
  ['with commas', 'aaaa, bbbb;cccc', ['aaaa', 'bbbb', 'cccc']],
  ['given twice', 'aaaa\naaaa', ['aaaa']],
  ['that looks like a number of its own', '12345678\n1-2-3', ['12345678', '1-2-3']],
  ['of nothing but space', ' \n\t', []],
])('codes are read from a text %s', (_, text, codes) => {
  expect(readBackupCodes(text)).toEqual(codes)
})
