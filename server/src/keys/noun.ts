import type { Accounts } from '../accounts/noun.ts'
import { databaseTime } from '../platform/database-time.ts'
import type { Db } from '../platform/database.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createQuestion } from '../platform/hook.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import { createAccessRepository } from './access.repository.ts'
import { createAccessService } from './access.service.ts'
import { createBackupCodesRepository } from './backup-codes.repository.ts'
import { createBackupCodesService } from './backup-codes.service.ts'
import { createBindingRepository } from './binding.repository.ts'
import { bindKeyParameters, createBindingService } from './binding.service.ts'
import { createDetailService } from './detail.service.ts'
import { createIconsRepository } from './icons.repository.ts'
import { createIconsService } from './icons.service.ts'
import { createKeysRepository } from './keys.repository.ts'
import { keysRoutes } from './keys.routes.ts'
import { createKeysService } from './keys.service.ts'
import { createLeasesRepository, insertLeases } from './leases.repository.ts'
import { createOwnershipService } from './ownership.service.ts'
import { createKeyDeletionService, type DeletedKey, deletedKeyJob, purgeDeletedKeys } from './key-deletion.service.ts'
import { createRemovedLinksRepository } from './removed-links.repository.ts'
import { createRemovedLinksService } from './removed-links.service.ts'
import { createRotationRepository } from './rotation.repository.ts'
import { createRotationService, type RotationServiceDeps } from './rotation.service.ts'
import { createSecretsService } from './secrets.service.ts'
import { createSecretShowingsRepository } from './secret-showings.repository.ts'
import { createSecretShowingsService } from './secret-showings.service.ts'
import { createTurnsService } from './turns.service.ts'
import { createUsageRepository } from './usage.repository.ts'
import { createUsageService } from './usage.service.ts'

type NoteRotated = RotationServiceDeps['noteRotated']

/** Keys, their owners, and the use of their codes. */
export const keys = defineNoun({
  name: 'keys',
  owns: [
    'backup_codes',
    'code_leases',
    'copied_codes',
    'counted_keys',
    'favorite_keys',
    'favourites',
    'key_access',
    'key_copies',
    'key_icons',
    'key_owner_history',
    'key_tags',
    'key_usage',
    'keys',
    'leased_windows',
    'named_keys',
    'removed_links',
    'sealed_keys',
    'secret_knowledge',
    'secret_rotations',
    'secret_showings',
    'shown_codes',
    'tagged_keys',
  ],
  metrics: 'none',
  build(ground: Ground, { activity }: Pick<Accounts, 'activity'>) {
    const access = createAccessService({ ...ground, access: createAccessRepository })
    const leases = createLeasesRepository
    const codes = createBackupCodesRepository
    const time = databaseTime(ground.clock)
    const base = { ...ground, address: ground.config.appUrl, access, activity, keys: createKeysRepository, leases, codes }
    /** A key got a new secret: on how many lists of secrets to renew it was; in its transaction. */
    const keyRotated = createQuestion<Parameters<NoteRotated>, ReturnType<NoteRotated>>('whose list a key with a new secret was on')
    const service = createKeysService(base)
    const details = createDetailService(base)
    const icons = createIconsService({ ...base, icons: createIconsRepository })
    const keyDeletion = createKeyDeletionService({ ...base, quota: service })
    const showings = createSecretShowingsService({ ...base, showings: (on: Db) => createSecretShowingsRepository(on, time) })
    const usage = createUsageService({ ...base, usage: createUsageRepository })
    const binding = createBindingService({ ...base, binding: createBindingRepository })
    const services = {
      keys: service,
      details,
      icons,
      keyDeletion,
      usage,
      secrets: createSecretsService({ ...base, showings }),
      rotation: createRotationService({
        ...base,
        rotation: (on: Db) => createRotationRepository(on, time),
        details,
        noteRotated: keyRotated.ask,
      }),
      backupCodes: createBackupCodesService({ ...base, showings }),
      turns: createTurnsService({ ...base, usage: createUsageRepository }),
      removedLinks: createRemovedLinksService({ ...ground, links: createRemovedLinksRepository }),
    }
    const ownership = createOwnershipService({ ...base, quota: service })
    return {
      offers: {
        access,
        keyRows: offerMethods(createKeysRepository, 'putAll', 'putFavourites', 'setCounter'),
        insertLeases,
        keys: service,
        icons,
        ownership,
        keyDeletion,
        showings,
        usage,
        keyRotated,
      },
      routes: (app) => keysRoutes(app, services),
      jobs: [
        { name: bindKeyParameters, schedule: '27 * * * *', run: binding.bindAll },
        { name: purgeDeletedKeys, run: async () => void (await keyDeletion.purgeDeleted()) },
        { name: deletedKeyJob, run: (job: DeletedKey) => keyDeletion.notify(job) },
      ],
      events: 'none',
      hears: 'none',
      deletion: {
        goes: ['favourites', 'key_copies', 'key_owner_history', 'key_usage', 'keys', 'secret_showings'],
        forgets: ['backup_codes', 'code_leases', 'secret_rotations'],
      },
      retention: () => [...keyDeletion.removable(), ...usage.removable()],
      // Writes what is still in memory.
      health: 'none',
      running: { finish: usage.flush },
    }
  },
})

export type Keys = OffersOf<typeof keys>
