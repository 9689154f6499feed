import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEverything } from '../crypto/open-everything.ts'
import { rotateKeys } from '../crypto/rotate-keys.ts'
import { addKey, addUsers, atOnce, openAll, openNode, setUp, versionsOf } from '../crypto/testing/rotation-nodes.ts'
import { openTestPool } from '../testing/test-database.ts'
import { restoreBackup } from './restore-backup.ts'
import { emptyDatabase, folder, newRootKey, silent } from './testing/make-backup.ts'
import { writeBackup } from './write-backup.ts'

test('a backup of any moment of a rotation restores with all that is encrypted, and the rotation is ended there', async () => {
  const { db, connection, rootKey, crypto } = await setUp()
  const [owner = ''] = await addUsers(db, crypto, 3)
  for (const secret of ['first', 'second', 'third']) await addKey(db, crypto, owner, secret)
  const written = (await openAll(db, crypto)).map(([text]) => text).toSorted()
  expect(written).toContain('note of first')

  const place = await folder()
  const moments = [
    'Handing the new',
    'Waiting until no node writes with the old keys',
    'Making a new data key',
    'Encrypting keys.note with',
  ]
  const paths: string[] = []
  for (const [index, moment] of moments.entries()) {
    const stopped = rotateKeys({
      db,
      rootKey,
      timing: atOnce,
      batchSize: 1,
      onProgress(sentence) {
        if (sentence.startsWith(moment)) throw new Error('Stopped.')
      },
    })
    await expect(stopped).rejects.toThrow('Stopped.')
    const path = join(place, `${index}.backup`)
    const secret = { kind: 'master_key', rootKey: rootKey.current } as const
    await writeBackup({ connection, rootKeys: rootKey, secret, application: '0.1.0', now: new Date(), path })
    paths.push(path)
  }

  for (const path of paths) {
    const target = await emptyDatabase()
    const next = newRootKey()
    const secrets = { password: undefined, rootKeys: [rootKey.current] }
    await restoreBackup({ path, secrets, connection: target, rootKey: next.current, replace: false, now: new Date() })
    const there = openTestPool({ connection: target, poolSize: 3, log: silent })
    onTestFinished(() => there.destroy())
    expect((await openEverything(there, next)).unreadable).toEqual([])
    expect((await rotateKeys({ db: there, rootKey: next, timing: atOnce })).unreadable).toEqual([])
    expect(await versionsOf(there, 'vault')).toEqual([2])
    const node = await openNode(there, next)
    expect((await openAll(there, node)).map(([text]) => text).toSorted()).toEqual(written)
  }
})
