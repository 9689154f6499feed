import { join } from 'node:path'
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { readConfig } from './config.ts'
import { isAgeRecipient } from './age-recipients.ts'
import { makeFileKey, openFileKey, opensByAgeAlone } from './backup/file-key.ts'
import type { BackupHeader } from './backup/header.ts'
import { readBackup } from './backup/read-backup.ts'

const newKey = async () => {
  const key = await generateX25519Identity()
  return { key, recipient: await identityToRecipient(key) }
}

test('each recipient opens a backup without its password, nobody else does, and the password goes on to', async () => {
  const [ada, bea, stranger] = [await newKey(), await newKey(), await newKey()]
  const BACKUP_PASSWORD = 'a-long-backup-password'
  const app = await startTestApp({ env: { BACKUP_PASSWORD, BACKUP_AGE_RECIPIENTS: `${ada.recipient}, ${bea.recipient}` } })
  const id = await app.backups.add('command', undefined)
  expect(await app.backupMaker.make(id)).toBeUndefined()
  const path = join(app.config.dataDir, 'backups', (await app.backups.requireFile(id)).file_name)
  const open = (key: string | undefined, password?: string) =>
    readBackup(path, { password, rootKeys: [], ageKeys: key === undefined ? [] : [key] }).then(({ rows }) => rows > 0)
  expect([await open(ada.key), await open(bea.key), await open(undefined, BACKUP_PASSWORD)]).toEqual([true, true, true])
  expect(await open(stranger.key, BACKUP_PASSWORD)).toBe(true)
  await expect(open(stranger.key)).rejects.toThrow('This backup was made with a password.')
})

test('a public key that was mistyped stops the start, whichever letter it is', async () => {
  const { recipient } = await newKey()
  expect(isAgeRecipient(recipient)).toBe(true)
  expect(isAgeRecipient(await identityToRecipient(await generateHybridIdentity()))).toBe(true)
  for (let place = 0; place < recipient.length; place += 1) {
    const wrong = `${recipient.slice(0, place)}${recipient[place] === 'q' ? 'p' : 'q'}${recipient.slice(place + 1)}`
    expect(isAgeRecipient(wrong), wrong).toBe(false)
  }
  const sentence = 'BACKUP_AGE_RECIPIENTS must be a comma-separated list of public keys of age, each beginning with age1.'
  expect(() => readConfig({ BACKUP_AGE_RECIPIENTS: `${recipient},age1abc` })).toThrow(sentence)
})

test('a secret key is read as age-keygen writes it', async () => {
  const { key, recipient } = await newKey()
  const file = `# created: 2026-11-23T09:00:00Z\n# public key: ${recipient}\n${key}\n`
  expect(readConfig({ BACKUP_AGE_KEY: file }).backupAgeKeys).toEqual([key])
  expect(() => readConfig({ BACKUP_AGE_KEY: recipient })).toThrow('BACKUP_AGE_KEY must be a secret key of age')
})

test('the secret of a backup has to open it if it is at hand: a public key is enough to write a file that a key of age opens', async () => {
  const { key, recipient } = await newKey()
  const forged = await makeFileKey({ kind: 'password', password: 'of a stranger' }, [recipient])
  const header = { ...forged } as unknown as BackupHeader
  const own = { password: 'a-long-backup-password', rootKeys: [], ageKeys: [key] }
  expect(opensByAgeAlone(header, own)).toBe(false)
  await expect(openFileKey(header, own)).rejects.toThrow('The password is not the one that this backup was made with.')
  const alone = { ...own, password: undefined }
  expect(opensByAgeAlone(header, alone)).toBe(true)
  expect((await openFileKey(header, alone)).equals(forged.fileKey)).toBe(true)
})
