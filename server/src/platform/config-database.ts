import { ConfigError } from './config-together.ts'
import type { Variables } from './config-variables.ts'
import { roleOf } from './connection.ts'

/** The address past the pooler, for what needs a session: the queue of jobs, LISTEN, migrations, rotation of keys, backups. */
export function readDirectUrl(read: Variables): string | undefined {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_POOLER: pooler } = read
  const name = direct === undefined ? 'DATABASE_POOLER' : 'DATABASE_DIRECT_URL'
  if (url === undefined && (direct !== undefined || pooler !== 'none'))
    throw new ConfigError(`${name} is set, but DATABASE_URL is not. The embedded database has no pooler.`)
  if (pooler === 'transaction' && direct === undefined)
    throw new ConfigError(
      'DATABASE_POOLER is transaction, but DATABASE_DIRECT_URL is not set. Jobs, notifications between nodes, migrations and backups need an address past the pooler.',
    )
  if (direct === undefined || url === undefined) return undefined
  if (pooler === 'none')
    throw new ConfigError('DATABASE_DIRECT_URL is set, but DATABASE_POOLER is none. Set it to session or transaction, as the pooler is.')
  if (roleOf(direct) !== roleOf(url))
    throw new ConfigError('DATABASE_DIRECT_URL and DATABASE_URL name different users. Set both to the same one.')
  return direct
}

export function readOwnerUrl({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }: Variables): string | undefined {
  if (owner !== undefined && url === undefined)
    throw new ConfigError('DATABASE_OWNER_URL is set, but DATABASE_URL is not. The embedded database has its two roles by itself.')
  return owner
}
