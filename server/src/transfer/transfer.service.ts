import { encodeBase32 } from '@twofold/contract/base32'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import { formatOtpauth } from '@twofold/contract/otpauth'
import type { ExportFormat, exportKeys, importKeys } from '@twofold/contract/transfer'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import { secretBytes } from '../keys/present-key.ts'
import { notePlace, secretPlace } from '../keys/secret-place.ts'
import type { ShowingsService } from '../keys/showings.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/http/identity.ts'
import { mapInPortions } from '../platform/portions.ts'
import type { Transaction } from '../platform/transaction.ts'
import { fingerprintOf, judge } from './import-verdicts.ts'
import type { ImportedKey, JudgedEntry } from './import-verdicts.ts'
import type { TransferRepository } from './transfer.repository.ts'

export interface TransferServiceDeps {
  transaction: Transaction
  transfer: (db: Db) => TransferRepository
  showings: Pick<ShowingsService, 'recordExport'>
  crypto: Pick<Crypto, 'openDataKey'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

const formatNames: Record<ExportFormat, string> = {
  twofold: 'Twofold',
  links: 'links',
  qr: 'QR codes',
  aegis: 'Aegis',
  bitwarden: 'Bitwarden',
  keepass: 'KeePass',
}

/** Keys on their way in from another application, and out of the vault. */
export function createTransferService(deps: TransferServiceDeps) {
  const now = () => new Date(deps.clock.now())

  /** Own keys with their secrets; these go no further than this file, unless they are asked for with the PIN. */
  async function open(db: Db, user: Pick<Identity, 'id'>, ids?: readonly string[]) {
    const [rows, { sealed }] = await Promise.all([deps.transfer(db).listWhole(user.id, ids), deps.transfer(db).findDataKey(user.id)])
    const dataKey = deps.crypto.openDataKey(sealed, user.id)
    const opened = await mapInPortions(rows, ({ secret, note, ...row }) => {
      const owned = { ...row, owner_id: user.id }
      return {
        ...row,
        secret: encodeBase32(dataKey.open(secretPlace(owned), secret)),
        openNote: () => (note === null ? '' : dataKey.open(notePlace(owned), note).toString()),
      }
    })
    return { dataKey, opened }
  }

  function seal(userId: string, dataKey: ReturnType<Crypto['openDataKey']>, { name, parameters, tags, note }: ImportedKey) {
    const { secret, issuer, account, ...settings } = parameters
    const owned = { id: uuid(), owner_id: userId, ...settings }
    return {
      ...owned,
      name,
      issuer: issuer ?? null,
      account: account ?? null,
      tags,
      created_at: now(),
      secret: dataKey.seal(secretPlace(owned), secretBytes(secret)),
      note: note === '' ? null : dataKey.seal(notePlace(owned), note),
    }
  }

  return {
    /** All or nothing, in one transaction. What is there already is found by secret and settings, and stays as it is. */
    async import(
      user: Identity,
      { dry_run: isDry, entries }: CallParts<typeof importKeys>['body'],
    ): Promise<CallResponse<typeof importKeys>> {
      return deps.transaction(async (tx) => {
        const [isActive, { dataKey, opened }] = await Promise.all([deps.transfer(tx.db).lockOwner(user.id), open(tx.db, user)])
        if (!isActive) throw fail('auth.unauthenticated')
        const judged = await judge(entries, new Set(opened.map(fingerprintOf)), Math.max(0, limits.keysPerOwner - opened.length))
        const fresh = judged.flatMap((entry) => (entry.verdict === 'add' ? [entry.key] : []))
        if (!isDry && fresh.length > 0) {
          const sealed = await mapInPortions(fresh, (key) => seal(user.id, dataKey, key))
          await deps.transfer(tx.db).putAll(sealed)
          const favourites = sealed.filter((_, index) => fresh[index]?.favourite)
          await deps.transfer(tx.db).putFavourites(
            user.id,
            favourites.map(({ id }) => id),
            now(),
          )
          await deps.activity.record(tx, { userId: user.id, kind: 'keys_imported', detail: { count: String(fresh.length) } })
        }
        return summarise(judged)
      })
    },

    /** The route has asked for the PIN. Throws 404 when one of the named keys is no own one. */
    async export(user: Identity, { format, key_ids: ids }: CallParts<typeof exportKeys>['body']): Promise<CallResponse<typeof exportKeys>> {
      return deps.transaction(async (tx) => {
        const { opened } = await open(tx.db, user, ids)
        if (ids && opened.length !== new Set(ids).size) throw fail('keys.not_found')
        await deps.showings.recordExport(
          tx,
          user,
          opened.map(({ id }) => id),
        )
        const detail = { count: String(opened.length), format: formatNames[format] }
        await deps.activity.record(tx, { userId: user.id, kind: 'keys_exported', detail })
        await tx.emit('key.backup.created', {
          to: { user_id: user.id },
          data: { 'backup.format': formatNames[format], 'backup.keys': opened.length },
        })
        const keys = await mapInPortions(opened, ({ openNote, name, tags, issuer, account, ...rest }) => {
          // Our own file keeps the name beside the link; others know the key by what the link says only.
          const shownIssuer = issuer ?? (format === 'twofold' ? null : name)
          const names = { ...(shownIssuer !== null && { issuer: shownIssuer }), ...(account !== null && { account }) }
          return { name, tags, note: openNote(), uri: formatOtpauth({ ...rest, ...names }) }
        })
        return { keys, exported_at: now().toISOString() }
      })
    },
  }
}

export type TransferService = ReturnType<typeof createTransferService>

function summarise(judged: readonly JudgedEntry[]): CallResponse<typeof importKeys> {
  const count = (verdict: JudgedEntry['verdict']) => judged.filter((entry) => entry.verdict === verdict).length
  return {
    verdicts: judged.map((entry) => ({ verdict: entry.verdict, reason: entry.verdict === 'refused' ? entry.reason : null })),
    added: count('add'),
    duplicates: count('duplicate'),
    refused: count('refused'),
  }
}
