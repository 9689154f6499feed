import { Trans, useLingui } from '@lingui/react/macro'
import type { UserDetail } from '@twofold/contract/admin/user-detail'
import { ArchiveRestore } from '../../ui/icons/ArchiveRestore.ts'
import { useState } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { At } from '../../ui/At.tsx'
import { FigureList } from '../dashboard/FigureList.tsx'
import { AuditTab } from './AuditTab.tsx'
import { RestoreUserDialog } from './RestoreUserDialog.tsx'
import { TimelineTab } from './TimelineTab.tsx'

/** A deleted user: what there is to know, and the way back. */
export function DeletedUser({ user, deletion }: { user: UserDetail; deletion: NonNullable<UserDetail['deletion']> }) {
  const { t } = useLingui()
  const [isRestoring, setRestoring] = useState(false)
  const { by } = deletion
  return (
    <>
      <Alert
        type="warning"
        title={t`This user is deleted`}
        actions={<Button size="sm" icon={ArchiveRestore} onPress={() => setRestoring(true)}>{t`Restore User`}</Button>}
      >
        <Trans>
          The account, its keys and its shares can be restored until <At time={deletion.restorable_until} />. Then the data are removed for
          good. The e-mail address is free in the meantime.
        </Trans>
      </Alert>
      <Panel title={t`Account Information`}>
        <FigureList
          figures={[
            { label: t`User ID`, value: <code>{user.id}</code> },
            { label: t`Created At`, value: <At time={user.created_at} /> },
            { label: t`Last Login`, value: user.last_login_at ? <At time={user.last_login_at} /> : t`Never` },
            { label: t`Deleted At`, value: user.deleted_at && <At time={user.deleted_at} /> },
            {
              label: t`Deleted By`,
              value: deletion.is_by_administrator ? (by ?? t`An administrator`) : t`The user`,
            },
          ]}
        />
      </Panel>
      <TimelineTab items={user.activity_timeline} />
      <AuditTab userId={user.id} />
      {isRestoring && <RestoreUserDialog userId={user.id} onClose={() => setRestoring(false)} />}
    </>
  )
}
