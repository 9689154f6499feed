import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { offerMethods } from './offer-methods.ts'

test('a noun offers the methods that it names, on the connection of the caller, and no other', async () => {
  const repositoryOf = (db: Db) => ({
    name: db as unknown as string,
    async find(id: string) {
      return `${this.name} finds ${id}`
    },
    remove: async () => undefined,
  })
  const offered = offerMethods(repositoryOf, 'find')
  expect(await offered.find('one' as unknown as Db, 'a')).toBe('one finds a')
  expect(await offered.find('two' as unknown as Db, 'b')).toBe('two finds b')
  expect(Object.keys(offered)).toEqual(['find'])
})
