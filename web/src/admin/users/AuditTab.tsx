import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScrollText } from '../../ui/icons/ScrollText.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { auditQuery } from '../audit/audit.ts'
import { AuditTable } from '../audit/AuditTable.tsx'

/** Administrators' acts on this user, newest first. */
export function AuditTab({ userId }: { userId: string }) {
  const { t } = useLingui()
  const acts = useQuery(auditQuery({ acts: 'administrators', whom: userId }))
  return (
    <ListPanel
      title={t`Audit`}
      footer={
        acts.data &&
        acts.data.total > acts.data.data.length && (
          <Link to="/admin/audit" search={{ whom: userId }} className="text-button">
            <Plural value={acts.data.total} one="All # in the audit log" other="All # in the audit log" />
          </Link>
        )
      }
      of={acts}
      failed={t`The audit log could not be loaded`}
      empty={{ icon: ScrollText, title: t`No administrator has done anything with this user.` }}
    >
      {(data) => <AuditTable entries={data.data} />}
    </ListPanel>
  )
}
