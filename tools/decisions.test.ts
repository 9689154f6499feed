import { expect, test } from 'vitest'
import { indexDecisions } from './decisions.mjs'

const decision = (number: string, subject: string, status = 'accepted'): [string, string] => [
  `${number}-one.md`,
  `# ${number} Title of ${number}\n\nSubject: ${subject}\n\n2026-11-25, ${status}\n`,
]

test('decisions are listed by subject and by number, with what replaced them', () => {
  const index = indexDecisions([
    decision('0002', 'E-mail'),
    decision('0001', 'E-mail', 'replaced by [0002](0002-one.md)'),
    decision('0003', 'The database'),
  ])
  expect(index).toContain('- **E-mail**: 0001, 0002\n')
  expect(index).toContain('- **The database**: 0003\n')
  expect(index).toContain('- [0001](0001-one.md) Title of 0001 (replaced by 0002)\n- [0002](0002-one.md) Title of 0002\n')
})

test.each([
  ['has another number in its title', ['0002-one.md', '# 0001 Title\n\nSubject: E-mail\n'], '0002-one.md has to begin with'],
  ['names no subject', ['0002-one.md', '# 0002 Title\n\n2026-11-25, accepted\n'], '0002-one.md has to begin with'],
  ['names a subject that is none', decision('0002', 'Cupboards'), '0002-one.md names the subject Cupboards.'],
] as [string, [string, string], string][])('a decision that %s is refused', (_, file, says) => {
  expect(() => indexDecisions([file])).toThrow(says)
})
