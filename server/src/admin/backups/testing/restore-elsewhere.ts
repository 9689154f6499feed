import { randomBytes } from 'node:crypto'
import { signIn } from '@twofold/contract/sessions'
import { restoreBackup } from '../../../platform/backup/restore-backup.ts'
import { emptyDatabase, folder } from '../../../platform/backup/testing/make-backup.ts'
import { parseRootKey } from '../../../platform/crypto/root-key.ts'
import { databaseUrl } from '../../../platform/testing/database-url.ts'
import { startNode } from '../../../testing/start-node.ts'
import { createClient, createPerson, testPassword } from '../../../testing/start-test-app.ts'

interface Elsewhere {
  MASTER_KEY?: string
  now?: Date
  /** Replaces what was restored there before. */
  connection?: Awaited<ReturnType<typeof emptyDatabase>>
}

/** Puts a backup back, where nothing was before unless a database is named, and starts an application there. */
export async function restoreElsewhere(path: string, env: Record<string, string>, options: Elsewhere = {}) {
  const { MASTER_KEY = randomBytes(32).toString('base64') } = options
  const key = parseRootKey(MASTER_KEY, 'A test')
  const connection = options.connection ?? (await emptyDatabase())
  const restored = await restoreBackup({
    path,
    secrets: { password: env['BACKUP_PASSWORD'], rootKeys: [key] },
    connection,
    rootKey: key,
    replace: options.connection !== undefined,
    now: options.now ?? new Date(),
  })
  const dataDir = await folder()
  const node = await startNode({ DATABASE_URL: databaseUrl(connection), MASTER_KEY, ROLES: 'web', DATA_DIR: dataDir, ...env })
  const url = node.address ?? ''
  return {
    restored,
    node: { ...node, config: { dataDir } },
    url,
    connection,
    async signIn(email: string) {
      const { body } = await createClient(url).call(signIn, { body: { email, password: testPassword } })
      if (body.access_token === undefined) throw new Error(`Sign-in failed: ${JSON.stringify(body)}`)
      return createPerson(url, email, body.access_token)
    },
  }
}
