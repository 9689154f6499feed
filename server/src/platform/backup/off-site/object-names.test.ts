import { expect, test } from 'vitest'
import { nameObject, readObjectName } from './object-names.ts'

const id = (digit: number) => `${digit}1900000-0000-7000-8000-000000000000`

test('a name says whose the backup is and when it was made, and what else lies there is not looked at', () => {
  const at = new Date('2026-11-23T03:04:05Z')
  const key = nameObject({ prefix: 'a/b', installation: id(1), node: id(2), at, id: id(3) })
  expect(key).toBe(`a/b/${id(1)}/${id(2)}/20261123T030405Z-${id(3)}.tfb`)
  expect(readObjectName(key)).toEqual({ key, fileName: `20261123T030405Z-${id(3)}.tfb`, installation: id(1), node: id(2), at })
  for (const other of ['a/b/readme.txt', `${key}.part`, key.replace('2026', 'abcd'), '']) expect(readObjectName(other)).toBeUndefined()
})
