import { expect, test } from 'vitest'
import { listPaths, rowsIn, sectionOf } from './documents.mjs'

const paths = listPaths()

/** Rows of the answers to ASVS: each requirement by its own number, and what is cited for it. */
const answers = rowsIn(sectionOf('docs/security.md', 'ASVS 5\\.0')).map(([ids = '', answer = '', where = '']) => ({
  requirements: ids.split(', ').flatMap((id) => {
    const [first = '', last] = id.split(' to ')
    if (last === undefined) return [first]
    const [, section = '', from = ''] = /^(\d+\.\d+\.)(\d+)$/.exec(first) ?? []
    const count = Number(last.slice(section.length)) - Number(from) + 1
    return Array.from({ length: count }, (_, index) => `${section}${Number(from) + index}`)
  }),
  kind: /^(Yes|Part|No|Operator|On purpose|Does not apply)\b/.exec(answer)?.[1] ?? answer,
  cited: [...where.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
}))

test('each requirement of ASVS is answered in one row only, by an answer that the text explains', () => {
  const requirements = answers.flatMap((row) => row.requirements)
  expect(requirements.length).toBeGreaterThan(200)
  expect(requirements.filter((id) => !/^\d+\.\d+\.\d+$/.test(id))).toEqual([])
  expect(requirements.filter((id, index) => requirements.indexOf(id) !== index)).toEqual([])
  const kinds = new Set(['Yes', 'Part', 'No', 'Operator', 'On purpose', 'Does not apply'])
  expect(answers.filter(({ kind }) => !kinds.has(kind))).toEqual([])
})

test('the total of the answers to ASVS is that of the rows', () => {
  const count = (kind: string) => answers.filter((row) => row.kind === kind).flatMap((row) => row.requirements).length
  const others = count('Operator') + count('On purpose') + count('Does not apply')
  const all = answers.flatMap((row) => row.requirements).length
  expect(/^\d+ requirements: .*$/m.exec(sectionOf('docs/security.md', 'ASVS 5\\.0'))?.[0]).toBe(
    `${all} requirements: ${count('Yes')} Yes, ${count('Part')} Part, ${count('No')} No, ${others} otherwise.`,
  )
})

test('the evidence cited for ASVS is there, and each test is one that vitest or Playwright runs', () => {
  const run = [
    /^(contract|server|web)\/src\/.*\.test\.tsx?$/,
    /^tools\/[^/]+\.test\.ts$/,
    /^e2e\/.*\.spec\.ts$/,
    /^server\/src\/.*\.faults\.ts$/,
  ]
  const wrong = answers
    .flatMap(({ cited }) => cited)
    .filter((name) => /[/.]/.test(name))
    .filter((name) => {
      const found = [name, `${name}/`, `server/src/${name}`, `server/src/${name}/`].find((path) => paths.includes(path))
      const isTest = /\.(test|spec|faults)\.tsx?$/.test(name)
      return found === undefined || (isTest && !run.some((pattern) => pattern.test(found)))
    })
  expect(wrong).toEqual([])
})
