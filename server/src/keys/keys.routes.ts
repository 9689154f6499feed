import type { CallAnswer } from '@twofold/contract/endpoint'
import { addBackupCodes, listBackupCodes, markBackupCode, removeBackupCode } from '@twofold/contract/backup-codes'
import { copiedCode, giveTurnBack, takeTurn } from '@twofold/contract/codes'
import {
  addKey,
  deleteKey,
  dismissRemovedLinks,
  editKey,
  getKey,
  listRemovedLinks,
  previewKeyDeletion,
  restoreKey,
  rotateKey,
  showSecret,
} from '@twofold/contract/keys'
import { getKeyIcon, removeKeyIcon, setKeyIcon } from '@twofold/contract/key-icons'
import { keyUsage } from '@twofold/contract/usage'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { BackupCodesService } from './backup-codes.service.ts'
import type { DetailService } from './detail.service.ts'
import type { IconsService } from './icons.service.ts'
import type { KeysService } from './keys.service.ts'
import type { KeyDeletionService } from './key-deletion.service.ts'
import type { RemovedLinksService } from './removed-links.service.ts'
import type { RotationService } from './rotation.service.ts'
import type { SecretsService } from './secrets.service.ts'
import type { TurnsService } from './turns.service.ts'
import type { UsageService } from './usage.service.ts'

export interface KeysRoutesServices {
  keys: KeysService
  details: DetailService
  icons: IconsService
  keyDeletion: KeyDeletionService
  secrets: SecretsService
  rotation: RotationService
  backupCodes: BackupCodesService
  usage: UsageService
  turns: TurnsService
  removedLinks: RemovedLinksService
}

export function keysRoutes(
  app: App,
  { keys, details, icons, keyDeletion, secrets, rotation, backupCodes, usage, turns, removedLinks }: KeysRoutesServices,
): void {
  // A program adds and changes what is its person's own.
  const programs = { kinds: ['pat', 'cli'], scope: 'keys:write' } as const

  const keep = ({ provisioning: _shownOnce, ...answer }: CallAnswer<typeof addKey>) => answer
  route(app, addKey, { ...byUser.evenClosed.write, programs, keep, rules: keys.checkNew }, ({ user, body }) => keys.add(user, body))
  route(app, getKey, { ...byUser.read, whileClosed: 'shows codes', readsTogether: true }, ({ user, params }) =>
    details.get(user, params.id),
  )
  route(app, editKey, { ...byUser.write, whileClosed: 'shows codes', programs }, ({ user, principal, params, body }) =>
    details.edit(user, params.id, body, { isOwnOnly: principal.token !== undefined }),
  )
  route(app, getKeyIcon, { ...byUser.evenClosed.read, readsTogether: true }, ({ user, params }) => icons.get(user, params.id))
  route(app, setKeyIcon, byUser.evenClosed.write, ({ user, params, body }) => icons.set(user, params.id, body.png))
  route(app, removeKeyIcon, byUser.evenClosed.write, ({ user, params }) => icons.remove(user, params.id))

  route(app, showSecret, { ...byUser.write, whileClosed: 'lets out', needsPin: true }, ({ user, params }) => secrets.show(user, params.id))

  route(app, rotateKey, { ...byUser.write, whileClosed: 'lets out', needsPin: true }, ({ user, params, body }) =>
    rotation.rotate(user, params.id, body),
  )

  route(app, previewKeyDeletion, { ...byUser.evenClosed.read, readsTogether: true }, ({ user, params }) =>
    keys.previewDeletion(user, params.id),
  )
  route(app, deleteKey, byUser.evenClosed.write, ({ user, params }) => keyDeletion.remove(user, params.id))
  route(app, restoreKey, byUser.evenClosed.write, ({ user, params }) => keyDeletion.restore(user, params.id))

  route(app, listRemovedLinks, byUser.evenClosed.read, ({ user }) => removedLinks.list(user))
  route(app, dismissRemovedLinks, byUser.evenClosed.write, ({ user }) => removedLinks.dismiss(user))

  route(app, listBackupCodes, { ...byUser.write, whileClosed: 'lets out', needsPin: true }, ({ user, params }) =>
    backupCodes.list(user, params.id),
  )
  route(app, addBackupCodes, byUser.evenClosed.write, ({ user, params, body }) => backupCodes.add(user, params.id, body.codes))
  route(app, markBackupCode, byUser.evenClosed.write, ({ user, params, body }) =>
    backupCodes.mark(user, params.id, params.code_id, body.used),
  )
  route(app, removeBackupCode, byUser.evenClosed.write, ({ user, params }) => backupCodes.remove(user, params.id, params.code_id))

  // The extension fills codes, which uses them up as copying does.
  route(app, copiedCode, { ...byUser.evenClosed.write, programs: { kinds: ['cli'], scope: 'codes:read' } }, ({ user, params, body }) =>
    usage.recordCopied(user, params.id, body.code),
  )
  route(app, takeTurn, byUser.evenClosed.write, ({ user, params }) => turns.take(user, params.id))
  route(app, giveTurnBack, byUser.evenClosed.write, ({ user, params }) => turns.giveBack(user, params.id))
  route(app, keyUsage, { ...byUser.evenClosed.read, readsTogether: true }, ({ user, params, query }) =>
    usage.list(user, params.id, query.page),
  )
}
