import {
  backupFilePath,
  changeBackupSchedule,
  confirmBackupSecret,
  deleteBackup,
  downloadBackup,
  listBackups,
  startBackup,
  verifyBackup,
} from '@twofold/contract/admin/backups'
import { say } from '@twofold/contract/sentences/sentences'
import { canonicalAddress } from '../../platform/http/counted-address.ts'
import { Download } from '../../platform/http/download.ts'
import { fail } from '../../platform/fail.ts'
import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { BackupMakerService } from './backup-maker.service.ts'
import type { BackupsService } from './backups.service.ts'

export function backupsRoutes(app: App, { backups, maker }: { backups: BackupsService; maker: BackupMakerService }): void {
  route(app, listBackups, { ...byAdmin.evenClosed.read, isPoll: true, readsTogether: true }, () => backups.overview())
  route(app, startBackup, byAdmin.evenClosed.atOnce, async ({ user }) => ({
    ...say('backup.begun'),
    backup: await backups.start(user),
  }))
  route(app, confirmBackupSecret, byAdmin.evenClosed.atOnce, async ({ user }) => {
    await backups.confirmSecret(user)
    return say('backup.secret_saved')
  })
  route(app, changeBackupSchedule, byAdmin.evenClosed.atOnce, async ({ user, body }) => {
    await backups.changeSchedule(user, body)
    return { ...say('backup.schedule_saved'), schedule: body }
  })
  route(app, verifyBackup, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await maker.verify(params.id)
    return say('backup.verifying')
  })
  route(app, downloadBackup, { ...byAdmin.write, whileClosed: 'lets out', approval: 'none', needsPin: true }, ({ user, params }) =>
    backups.offerDownload(user.sessionId, params.id),
  )
  route(app, deleteBackup, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await backups.remove(params.id)
    return say('backup.deleted')
  })

  // Browsers write a file of any size to the disk only when they fetch it by themselves, and then send no token of ours.
  app.fastify.get<{ Params: { token: string } }>(
    `${backupFilePath}/:token`,
    { schema: { hide: true }, onRequest: async (request, reply) => app.limiter.consume('public', canonicalAddress(request.ip), reply) },
    async (request, reply) => {
      const file = await backups.openDownload(request.params.token, app.cookies.readSessionHalf(request))
      if (file === undefined) throw fail('links.expired')
      // It may be large, and its reader no administrator before the end.
      const download = new Download(file.name, 'application/octet-stream', file.content)
      download.readWhile(file.requireOpen)
      return reply
        .type(download.type)
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${download.name}"`)
        .header('content-length', file.size)
        .send(download.content)
    },
  )
}
