import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { mapSealed } from '@twofold/contract/sealed-fields'
import type { KeyDetail, editKey, getKey } from '@twofold/contract/keys'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceDeps } from '../platform/service-deps.ts'

import type { ActivityService } from '../accounts/activity.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { windowAt } from '../platform/otp.ts'
import type { Tx } from '../platform/transaction.ts'
import type { AccessLevel, AccessRow } from './access.repository.ts'
import type { AccessService } from './access.service.ts'
import { keepDescription, neededForDescription } from './description.ts'
import { refuseUnfitting } from './key-parameters.ts'
import type { KeyChange, KeysRepository } from './keys.repository.ts'
import type { LeasesRepository } from './leases.repository.ts'
import { presentKey } from '../platform/listed-key.ts'
import { recordEdit } from './record-edit.service.ts'
import { openFields, sealSent } from './sealed-fields.ts'
import { secretPlace } from './secret-place.ts'

type EditKeyBody = CallParts<typeof editKey>['body']

/** Access level required to change each part of a key. */
const neededFor: Record<keyof EditKeyBody, AccessLevel> = {
  ...neededForDescription,
  favourite: 'view',
  exclusive: 'owner',
  name: 'admin',
  ...mapSealed(() => 'admin' as const),
  issuer: 'owner',
  account: 'owner',
  algorithm: 'owner',
  digits: 'owner',
  period: 'owner',
  counter: 'owner',
}
const levels: readonly AccessLevel[] = ['owner', 'admin', 'view']

export interface DetailServiceDeps extends ServiceDeps {
  keys: (db: Db) => KeysRepository
  leases: (db: Db) => Pick<LeasesRepository, 'nextGeneration' | 'lease'>
  access: Pick<AccessService, 'require' | 'lock'>
  crypto: Pick<Crypto, 'openDataKey'>
  activity: Pick<ActivityService, 'record'>
}

/** Reads and changes a single key, for its owner and people with full control. */
export function createDetailService(deps: DetailServiceDeps) {
  const read = (db: Db, user: Identity, id: string) =>
    Promise.all([deps.keys(db).findWhole(id, user.id), deps.keys(db).countBackupCodes(id)])

  function show([key, backupCodes]: Awaited<ReturnType<typeof read>>, { level }: AccessRow): KeyDetail {
    if (key === undefined) throw fail('keys.not_found')
    const shown = { ...presentKey(key, key), access: level === 'view' ? ('view-only' as const) : level }
    if (level === 'view') return { ...shown, ...mapSealed(() => null), backup_codes: null }
    const opened = openFields(key, () => deps.crypto.openDataKey(key.data_key, key.owner_id))
    return { ...shown, ...opened, backup_codes: backupCodes }
  }

  const present = async (db: Db, user: Identity, access: AccessRow): Promise<KeyDetail> => show(await read(db, user, access.key_id), access)

  async function changeOf(tx: Tx, user: Identity, id: string, body: EditKeyBody): Promise<KeyChange> {
    const key = await deps.keys(tx.db).findWhole(id, user.id)
    if (key === undefined) throw fail('keys.not_found')
    refuseUnfitting(body, key.kind)
    const { favourite: _ownTaste, exclusive, issuer, account, ...rest } = body
    const dataKey = deps.crypto.openDataKey(key.data_key, key.owner_id)
    const given = Object.fromEntries(
      Object.entries({ ...rest, ...keepDescription(body) }).filter(([, value]) => value !== undefined),
    ) as KeyChange
    const secret = dataKey.open(secretPlace(key), key.secret)
    return {
      ...given,
      secret: dataKey.seal(secretPlace({ ...key, ...given }), secret),
      ...(exclusive === undefined ? {} : { is_exclusive: exclusive }),
      // Over what was sent, which would be stored as it is.
      ...sealSent(dataKey, key, body),
      ...(issuer === undefined ? {} : { issuer: issuer === '' ? null : issuer }),
      ...(account === undefined ? {} : { account: account === '' ? null : account }),
    }
  }

  /** Open pages have the present code and the next one, so neither may be handed out exclusively any longer. */
  async function leaseShown({ db }: Tx, user: Identity, { id, period }: KeyDetail): Promise<void> {
    if (period === null) return
    const window = windowAt(deps.clock.now(), period)
    await deps
      .leases(db)
      .lease({ key_id: id, time_windows: [window, window + 1], kind: 'copy', user_id: user.id, leased_at: deps.clock.date() })
  }

  return {
    present,

    async get(user: Identity, id: string): Promise<CallResponse<typeof getKey>> {
      const [access, found] = await Promise.all([deps.access.require(deps.db, user.id, id, 'view'), read(deps.db, user, id)])
      return { key: show(found, access) }
    },

    async edit(user: Identity, id: string, body: EditKeyBody, { isOwnOnly } = { isOwnOnly: false }): Promise<CallResponse<typeof editKey>> {
      const asked = new Set(
        Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [neededFor[name as keyof EditKeyBody]])),
      )
      const needed = isOwnOnly ? 'owner' : (levels.find((level) => asked.has(level)) ?? 'view')
      // Otherwise the holder of a token could make the codes of a key visible again.
      if (isOwnOnly && body.exclusive !== undefined) throw fail('tokens.not_allowed')
      return deps.transaction(async (tx) => {
        const access = await deps.access.lock(tx.db, user.id, id, needed)
        const keys = deps.keys(tx.db)
        if (body.favourite !== undefined) await keys.setFavourite(user.id, id, body.favourite, deps.clock.date())
        if (needed !== 'view') await keys.change(id, await changeOf(tx, user, id, body), deps.clock.date())
        if (body.period !== undefined) await deps.leases(tx.db).nextGeneration(id)
        const key = await present(tx.db, user, access)
        if (body.exclusive === true) await leaseShown(tx, user, key)
        if (needed !== 'view') await recordEdit(deps.activity, tx, user, { ownerId: access.owner_id, name: key.name })
        return { key, ...say('key.updated', { name: key.name }) }
      })
    },
  }
}

export type DetailService = ReturnType<typeof createDetailService>
