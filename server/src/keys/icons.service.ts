import type { CallResponse } from '@twofold/contract/endpoint'
import type { getKeyIcon, removeKeyIcon, setKeyIcon } from '@twofold/contract/key-icons'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { AccessService } from './access.service.ts'
import { readIconPicture } from './icon-picture.ts'
import type { IconsRepository } from './icons.repository.ts'
import { recordEdit } from './record-edit.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface IconsServiceDeps extends ServiceDeps {
  icons: (db: Db) => IconsRepository
  access: Pick<AccessService, 'require' | 'lock'>
  activity: Pick<ActivityService, 'record'>
}

/** Icons of keys: visible to everybody with access to the key, changed by people with full control. */
export function createIconsService(deps: IconsServiceDeps) {
  return {
    async get(user: Identity, id: string): Promise<CallResponse<typeof getKeyIcon>> {
      const [, found] = await Promise.all([deps.access.require(deps.db, user.id, id, 'view'), deps.icons(deps.db).find(id)])
      if (found === undefined) throw fail('keys.icon_not_found')
      return { icon: found.icon, png: found.picture.toString('base64') }
    },

    /** `png` in Base64. */
    async set(user: Identity, id: string, png: string): Promise<CallResponse<typeof setKeyIcon>> {
      const read = readIconPicture(png)
      if (read === undefined) throw failField('keys.icon_invalid', 'png')
      const { picture, icon } = read
      return deps.transaction(async (tx) => {
        const access = await deps.access.lock(tx.db, user.id, id, 'admin')
        const icons = deps.icons(tx.db)
        const [name] = await Promise.all([
          icons.setVersion(id, icon, deps.clock.date()),
          icons.put({ key_id: id, picture, changed_at: deps.clock.date() }),
        ])
        await recordEdit(deps.activity, tx, user, { ownerId: access.owner_id, name })
        return { icon, ...say('key.icon_set', { name }) }
      })
    },

    /** For keys that this transaction has just added, whose rows name them already. */
    async putNew(db: Db, pictures: readonly { key_id: string; picture: Buffer }[]): Promise<void> {
      const at = deps.clock.date()
      await deps.icons(db).putNew(pictures.map((picture) => ({ ...picture, changed_at: at })))
    },

    /** Base64 by key, as many as fit into `bytes`, and the number of those beyond. */
    async listWithin(db: Db, keyIds: readonly string[], bytes: number): Promise<{ pictures: Map<string, string>; left: number }> {
      const rows = await deps.icons(db).listWithin(keyIds, bytes)
      const kept = rows.flatMap(({ key_id: id, picture }) => (picture === null ? [] : [[id, picture.toString('base64')] as const]))
      return { pictures: new Map(kept), left: rows.length - kept.length }
    },

    /** Removing a missing icon succeeds. */
    async remove(user: Identity, id: string): Promise<CallResponse<typeof removeKeyIcon>> {
      return deps.transaction(async (tx) => {
        const access = await deps.access.lock(tx.db, user.id, id, 'admin')
        const icons = deps.icons(tx.db)
        const [name] = await Promise.all([icons.setVersion(id, null, deps.clock.date()), icons.remove(id)])
        await recordEdit(deps.activity, tx, user, { ownerId: access.owner_id, name })
        return say('key.icon_removed', { name })
      })
    },
  }
}

export type IconsService = ReturnType<typeof createIconsService>
