import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { variables } from './config-variables.ts'
import { describeConfiguration } from './config-document.ts'

const document = readFileSync(path.resolve(import.meta.dirname, '../../../docs/configuration.md'), 'utf8')
const rows = [...document.matchAll(/^\| `([A-Z0-9_]+)` +\| (?:`([^`]+)`|none) +\| \S.* \|$/gm)].map(([, name = '', value]) => ({
  name,
  value,
}))

test('docs/configuration.md is what npm run configuration writes', () => {
  expect(document).toBe(describeConfiguration())
})

test('the table has every variable of the configuration once, and no other', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(variables.shape).sort())
})

test.each(rows)('$name has the default that the table says: $value', ({ name, value }) => {
  // That it is set, is known all the same: administrators cannot change it then.
  if (value !== undefined) expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), setByEnvironment: [name] })
  else expect([undefined, []]).toContainEqual(variables.parse({})[name as keyof typeof variables.shape])
})
