import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'

const rows = readTable()

/** The rows of the README's table: a name, and a default in backticks or the word none. */
function readTable() {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8')
  const section = /^## Configuration$(.*?)^## /ms.exec(readme)?.[1] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, name, value] = /^\| `([A-Z_]+)` +\| (?:`([^`]+)`|none) +\| \S.* \|$/.exec(line) ?? []
      if (name === undefined) throw new Error(`This row of the README’s table cannot be read: ${line}`)
      return { name, value }
    })
}

test('the README’s table has every variable of the configuration once, and no other', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(variables.shape).sort())
})

test.each(rows)('$name has the default that the README says: $value', ({ name, value }) => {
  // That it is set, is known all the same: administrators cannot change it then.
  if (value !== undefined) expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), setByEnvironment: [name] })
  else expect([undefined, []]).toContainEqual(variables.parse({})[name as keyof typeof variables.shape])
})
