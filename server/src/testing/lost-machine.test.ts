import { expect, test } from 'vitest'
import { nameObject } from '../platform/backup/off-site/object-names.ts'
import { loseMachine, startNewMachine } from './lost-machine.ts'
import { startModelS3 } from './model-s3.ts'

test('a lost machine: the bucket and one secret bring every code back on a new one, by the commands of the document', async () => {
  await loseMachine(await startModelS3())
})

test('restoring from a bucket says what there is to choose from, and changes nothing until it is clear', async () => {
  const s3 = await startModelS3()
  const machine = await startNewMachine({ ...s3.env, BACKUP_PASSWORD: 'a-long-backup-password' })
  const name = (installation: string, hour: number) =>
    nameObject({
      prefix: 'twofold',
      installation,
      node: crypto.randomUUID(),
      at: new Date(Date.UTC(2026, 10, 23, hour)),
      id: crypto.randomUUID(),
    })
  await expect(machine.restore('--from', 's3')).rejects.toThrow('holds no backup of Twofold below S3_PREFIX.')
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const key of [name(one, 3), name(other, 4), name(one, 5)])
    s3.objects.set(key, Buffer.from('something else of a hundred bytes'.repeat(4)))
  await expect(machine.restore('--from', 's3')).rejects.toThrow(
    /2 installations[^]*newest 2026-11-23 05:00 UTC[^]*newest 2026-11-23 04:00 UTC/,
  )
  await expect(machine.restore('--from', 's3', '--installation', one, 'nothing.tfb')).rejects.toThrow('no such backup. --list says')
  await expect(machine.restore('--from', 's3', '--installation', one)).rejects.toThrow('This file is not a backup of Twofold')
  const { stdout } = await machine.restore('--from', 's3', '--list')
  expect(stdout.trim().split('\n')).toHaveLength(3)
  await expect(machine.restore('--from', 'ftp')).rejects.toThrow('Or take the newest backup of the bucket:')
})
