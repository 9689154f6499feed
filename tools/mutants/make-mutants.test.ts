import { expect, test } from 'vitest'
import { compileIn, makeMutants } from './make-mutants.ts'

const changes = (code: string) => makeMutants('a.ts', code).map(({ says }) => says)

test.each([
  ['a guard', `if (isOver) throw fail('late')`, ['isOver → true', 'isOver → false']],
  ['a boundary', `if (now < end) go()`, ['now < end → true', 'now < end → false', 'now < end → (now) <= (end)', 'go() → (removed)']],
  ['a value that is compared', `const isOld = end <= now`, ['end <= now → (end) < (now)', 'end <= now → (end) > (now)']],
  ['two conditions', `const may = isOwner && isOpen`, ['isOwner && isOpen → (isOwner) || (isOpen)']],
  ['a negation', `const may = !isLocked && isOpen`, ['!isLocked && isOpen → (!isLocked) || (isOpen)', '!isLocked → isLocked']],
  ['a fallback', `const name = given ?? mailbox()`, ['given ?? mailbox() → given']],
  ['an answer', `function find() { return row }`, ['row → undefined']],
  ['an arrow', `const find = () => row`, ['row → undefined']],
  ['a number', `const most = 5`, ['5 → 6']],
  ['a step', `await lock(key)`, ['await lock(key) → (removed)']],
  ['a method', `const ok = rules.every(holds)`, ['every → some']],
  ['an anchored expression', `const id = /^[0-9]+$/`, ['/^[0-9]+$/ → /[0-9]+$/', '/^[0-9]+$/ → /^[0-9]+/']],
  ['a list', `const roles = ['user', 'admin']`, [`['user', 'admin'] → []`]],
])('%s is changed', (_what, code, expected) => {
  expect(changes(code)).toEqual(expected)
})

test.each([
  ['types', `type Role = 'user' | 'admin'; let role: 'user'`],
  ['imports', `import { a } from './a.ts'; export { b } from './b.ts'`],
  ['words that people read', `throw fail('keys.not_found'); log.warn('the queue is long')`],
  ['names of fields', `const { 0: first } = found`],
])('%s are left as they are', (_what, code) => {
  expect(changes(code)).toEqual([])
})

const code = `export const seen = []
export const isOpen = (now, end) => now < end && !end.isOver
export const note = (list) => {
  if (list.some((n) => n > 1)) seen.push('big')
  list.length > 1 && seen.push('many')
}`

/** The module with one mutant on. */
async function load(onTrial: string | undefined) {
  const mutants = makeMutants('a.ts', code)
  const compiled = compileIn(code, mutants, 'a.ts', 100)
  globalThis.mutantIsOn = (mutant) => mutants[mutant - 100]?.says === onTrial
  return (await import(`data:text/javascript,${encodeURIComponent(`${compiled}//${onTrial}`)}`)) as {
    seen: string[]
    isOpen: (now: number, end: number) => boolean
    note: (list: number[]) => void
  }
}

test('compiled code does what it did until a mutant is switched on', async () => {
  const plain = await load(undefined)
  plain.note([1, 2])
  expect([plain.isOpen(1, 2), plain.isOpen(2, 2), plain.seen]).toEqual([true, false, ['big', 'many']])
  expect((await load('now < end → (now) <= (end)')).isOpen(2, 2)).toBe(true)
  const every = await load('some → every')
  every.note([1, 2])
  expect(every.seen).toEqual(['many'])
  const silent = await load(`seen.push('big') → (removed)`)
  silent.note([2, 2])
  expect(silent.seen).toEqual(['many'])
})
