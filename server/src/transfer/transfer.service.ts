import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { writtenOf } from '@twofold/contract/key-fields'
import { limits } from '@twofold/contract/limits'
import { transferLimits } from '@twofold/contract/transfer-limits'
import { formatOtpauth } from '@twofold/contract/otpauth'
import type { ExportFormat, exportKeys, importKeys } from '@twofold/contract/transfer'
import type { Wording } from '@twofold/contract/said'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Keys } from '../keys/noun.ts'
import { descriptionOf } from '../keys/description.ts'
import type { IconsService } from '../keys/icons.service.ts'
import type { SecretShowingsService } from '../keys/secret-showings.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { DataKeysRepository } from '../platform/crypto/data-keys.repository.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { mapInBatches } from '../platform/batches.ts'
import { fingerprintOf, judge, type JudgedEntry } from './import-verdicts.ts'
import { readPictures } from './pictures.service.ts'
import type { TransferRepository } from './transfer.repository.ts'
import { createSealedKeys } from './sealed-keys.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface TransferServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  transfer: (db: Db) => TransferRepository
  keyRows: Keys['keyRows']
  icons: Pick<IconsService, 'putNew' | 'listWithin'>
  showings: Pick<SecretShowingsService, 'recordExport'>
  crypto: Pick<Crypto, 'openDataKey'>
  dataKeys: (db: Db) => Pick<DataKeysRepository, 'require'>
  activity: Pick<ActivityService, 'record'>
}

const formatNames: Record<ExportFormat, string | Wording> = {
  twofold: 'Twofold',
  links: sentence('export.links'),
  qr: sentence('export.qr'),
  aegis: 'Aegis',
  bitwarden: 'Bitwarden',
  keepass: 'KeePass',
}

/** Forms that have a place for the picture of a key. */
const formatsWithIcons: ReadonlySet<ExportFormat> = new Set(['twofold', 'aegis', 'keepass'])

/** Keys on their way in from another application, and out of the vault. */
export function createTransferService(deps: TransferServiceDeps) {
  const { open, seal } = createSealedKeys(deps)

  return {
    /**
     * All or nothing, in one transaction. What is there already is found by secret and settings, and stays as it is. A picture that cannot be kept
     * is left out.
     */
    async import(
      user: Identity,
      { dry_run: isDry, entries }: CallParts<typeof importKeys>['body'],
    ): Promise<CallResponse<typeof importKeys>> {
      const pictures = await readPictures(entries)
      return deps.transaction(async (tx) => {
        const [isActive, { dataKey, opened }] = await Promise.all([deps.transfer(tx.db).lockOwner(user.id), open(tx.db, user)])
        if (!isActive) throw fail('auth.unauthenticated')
        const judged = await judge(entries, new Set(opened.map(fingerprintOf)), Math.max(0, limits.keysPerOwner - opened.length))
        const fresh = judged.flatMap((entry) => (entry.verdict === 'add' ? [entry.key] : []))
        if (!isDry && fresh.length > 0) {
          const sealed = await mapInBatches(fresh, (key) => seal(user.id, dataKey, key, pictures.get(key.icon ?? '')))
          const pictured = sealed.flatMap(({ id }, index) => {
            const found = pictures.get(fresh[index]?.icon ?? '')
            return found ? [{ key_id: id, picture: found.picture }] : []
          })
          const favourites = sealed.flatMap(({ id }, index) => (fresh[index]?.favourite ? [id] : []))
          await Promise.all([
            deps.keyRows.putAll(tx.db, sealed),
            deps.icons.putNew(tx.db, pictured),
            deps.keyRows.putFavourites(tx.db, user.id, favourites, deps.clock.date()),
          ])
          await deps.activity.record(tx, { userId: user.id, kind: 'keys_imported', detail: { count: String(fresh.length) } })
        }
        return { ...summarise(judged), icons_left_out: fresh.filter(({ icon }) => icon !== undefined && !pictures.has(icon)).length }
      })
    },

    /** The route has asked for the PIN. */
    async export(user: Identity, { format, key_ids: ids }: CallParts<typeof exportKeys>['body']): Promise<CallResponse<typeof exportKeys>> {
      return deps.transaction(async (tx) => {
        const { opened } = await open(tx.db, user, ids)
        if (ids && opened.length !== new Set(ids).size) throw fail('keys.not_found')
        const own = opened.map(({ id }) => id)
        const [favourites, icons] = await Promise.all([
          deps.transfer(tx.db).listFavourites(user.id),
          deps.icons.listWithin(tx.db, formatsWithIcons.has(format) ? own : [], transferLimits.exportIconBytes),
          deps.showings.recordExport(tx, user, own),
        ])
        const name = formatNames[format]
        const detail = { count: String(opened.length), format: typeof name === 'string' ? name : textOf([name]) }
        await deps.activity.record(tx, { userId: user.id, kind: 'keys_exported', detail })
        await tx.emit('key.backup.created', {
          to: { user_id: user.id },
          data: { 'backup.format': typeof name === 'string' ? name : [name], 'backup.keys': opened.length },
        })
        const keys = await mapInBatches(opened, ({ openTexts, name, issuer, account, id, ...rest }) => {
          const icon = icons.pictures.get(id)
          // Our own file keeps the name beside the link; others know the key by what the link says only.
          const shownIssuer = issuer ?? (format === 'twofold' ? null : name)
          const names = { ...(shownIssuer !== null && { issuer: shownIssuer }), ...(account !== null && { account }) }
          return {
            name,
            ...(format === 'twofold' ? writtenOf(descriptionOf(rest)) : { tags: rest.tags }),
            ...openTexts(),
            uri: formatOtpauth({ ...rest, ...names }),
            ...(favourites.has(id) && { favourite: true }),
            ...(icon !== undefined && { icon }),
          }
        })
        return { keys, icons_left_out: icons.left, exported_at: deps.clock.date().toISOString() }
      })
    },
  }
}

export type TransferService = ReturnType<typeof createTransferService>

function summarise(judged: readonly JudgedEntry[]): Omit<CallResponse<typeof importKeys>, 'icons_left_out'> {
  const count = (verdict: JudgedEntry['verdict']) => judged.filter((entry) => entry.verdict === verdict).length
  return {
    verdicts: judged.map((entry) => ({ verdict: entry.verdict, reason: entry.verdict === 'refused' ? entry.reason : null })),
    added: count('add'),
    duplicates: count('duplicate'),
    refused: count('refused'),
  }
}
