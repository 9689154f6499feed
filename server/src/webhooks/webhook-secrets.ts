import type { Crypto } from '../platform/crypto/crypto.ts'

/** Secrets of an endpoint as its row has them, each sealed. */
export interface KeptSecrets {
  secret: Buffer
  former_secret: Buffer | null
  former_until: Date | null
  older_secrets: Buffer | null
}

/** A secret that was replaced, and signs as well until then. */
interface FormerSecret {
  secret: string
  until: Date
}

type SecretColumn = 'secret' | 'former_secret' | 'older_secrets'

/** Keeps the secrets of endpoints: sealed for their row and column, as rotation finds them; opened only to sign. */
export function createWebhookSecrets(crypto: Pick<Crypto, 'seal' | 'open'>) {
  const placeOf = (id: string, column: SecretColumn) => ({ table: 'webhook_endpoints', column, row: id, owner: '' })
  const seal = (id: string, secret: string, column: SecretColumn = 'secret'): Buffer => crypto.seal('provider', placeOf(id, column), secret)
  const open = (id: string, sealed: Buffer, column: SecretColumn = 'secret'): string =>
    crypto.open('provider', placeOf(id, column), sealed).toString('utf8')

  function readOlder(id: string, sealed: Buffer | null): FormerSecret[] {
    if (sealed === null) return []
    const kept = JSON.parse(open(id, sealed, 'older_secrets')) as { secret: string; until: string }[]
    return kept.map(({ secret, until }) => ({ secret, until: new Date(until) }))
  }

  /** The secrets before the present one that sign as well, the newest first. */
  function formersOf(id: string, { former_secret: former, former_until: until, older_secrets: older }: KeptSecrets, now: number) {
    const newest = former === null || until === null ? [] : [{ secret: open(id, former, 'former_secret'), until }]
    return [...newest, ...readOlder(id, older)].filter((one) => one.until.getTime() > now)
  }

  return {
    seal,
    open,
    formersOf,
    /** All that sign a message. */
    signersOf: (id: string, kept: KeptSecrets, now: number): string[] => [
      open(id, kept.secret),
      ...formersOf(id, kept, now).map(({ secret }) => secret),
    ],
    /** The columns with `secret` as the present one; those before it sign until their time is over, the present one so far until `until`. */
    replace(id: string, kept: KeptSecrets, secret: string, { now, until }: { now: number; until: Date }): KeptSecrets {
      const older = formersOf(id, kept, now)
      return {
        secret: seal(id, secret),
        former_secret: seal(id, open(id, kept.secret), 'former_secret'),
        former_until: until,
        older_secrets: older.length === 0 ? null : seal(id, JSON.stringify(older), 'older_secrets'),
      }
    },
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
