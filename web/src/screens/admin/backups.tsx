import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Backup } from '@twofold/contract/admin/backups'
import { DatabaseBackup } from '../../ui/icons/DatabaseBackup.ts'
import { Plus } from '../../ui/icons/Plus.ts'
import { useState } from 'react'
import { backupsQuery } from '../../admin/backups/backups.ts'
import { BackupFigures } from '../../admin/backups/BackupFigures.tsx'
import { BackupTable } from '../../admin/backups/BackupTable.tsx'
import { DeleteBackupDialog } from '../../admin/backups/DeleteBackupDialog.tsx'
import { HeldMailPanel } from '../../admin/backups/HeldMailPanel.tsx'
import { SchedulePanel } from '../../admin/backups/SchedulePanel.tsx'
import { useDownloadBackup, useStartBackup, useVerifyBackup } from '../../admin/backups/use-backup-acts.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { pageIn, present, searchIn } from '../../lib/list-search.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CommandText } from '../../ui/CommandText.tsx'
import { Panel } from '../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/backups')({
  validateSearch: searchIn(({ page }) => ({ page: pageIn(page) })),
  component: BackupsScreen,
})

function BackupsScreen() {
  const { t } = useLingui()
  const { page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const backups = useQuery(backupsQuery)
  const { data } = backups
  const start = useStartBackup()
  const verify = useVerifyBackup()
  const download = useDownloadBackup()
  const [deleting, setDeleting] = useState<Backup>()
  const complete = data?.data.filter(({ state, verify_error }) => state === 'completed' && verify_error === null) ?? []
  const isBeingMade = data?.data.some(({ state }) => state === 'waiting' || state === 'running') === true
  return (
    <AdminPage
      title={t`Backups`}
      subtitle={t`Each is one encrypted file with everything that a fresh installation needs, read back after it was made.`}
      crumbs={[{ label: t`Backups` }]}
      actions={
        <Button
          variant="primary"
          icon={Plus}
          onPress={() => start.mutate()}
          pending={start.isPending}
          disabledReason={isBeingMade ? t`A backup is being made already.` : undefined}
        >
          <Trans>Make backup</Trans>
        </Button>
      }
    >
      {data?.restored && (
        <HeldMailPanel
          restored={data.restored}
          page={page}
          onPage={(next, { replace = false } = {}) => void navigate({ search: present({ page: next > 1 ? next : undefined }), replace })}
        />
      )}
      <BackupFigures overview={data} last={complete[0]} />
      {data?.encrypted_with === 'master_key' && (
        <Alert type="info" title={t`New backups open with the root key`}>
          <Trans>
            Keep that key in another place than the backups: without it they are lost, and with both in one hand everything opens. Set
            BACKUP_PASSWORD to encrypt them with a password of their own instead.
          </Trans>
        </Alert>
      )}
      <ListPanel
        title={t`Files`}
        of={backups}
        failed={t`The backups could not be loaded`}
        empty={{ icon: DatabaseBackup, title: t`No backups yet`, text: t`Make one now, or wait for the schedule.` }}
      >
        {({ data: files }) => (
          <BackupTable
            backups={files}
            onDownload={({ id, file_name }) => download.mutate({ id, name: file_name })}
            onVerify={({ id }) => verify.mutate(id)}
            onDelete={setDeleting}
          />
        )}
      </ListPanel>
      {data && (
        <SchedulePanel
          schedule={data.schedule}
          files={data.data.filter(({ state, location }) => state === 'completed' && location === 'local').length}
        />
      )}
      <RestoringPanel hasOffSite={typeof data?.off_site === 'string'} />
      {deleting && (
        <DeleteBackupDialog
          backup={deleting}
          isLast={complete.length === 1 && complete[0]?.id === deleting.id}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </AdminPage>
  )
}

function RestoringPanel({ hasOffSite }: { hasOffSite: boolean }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Restoring`}>
      <div className="grid gap-3">
        <p>
          <Trans>
            A backup is restored by a command on the server, into a fresh data folder or an empty database. All sessions and tokens of
            programs end, links become void, and what waited for an answer is over. E-mails that waited to be sent are held back until you
            decide about them here. What was taken away since the backup is back, such as shares and roles.
          </Trans>
        </p>
        <CommandText>npm run restore -- FILE</CommandText>
        {hasOffSite && <CommandText>npm run restore -- --from s3</CommandText>}
      </div>
    </Panel>
  )
}
