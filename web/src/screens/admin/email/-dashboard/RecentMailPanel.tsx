import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Mail } from '../../../../ui/icons/Mail.ts'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../../../ui/SettingRow.tsx'
import { When } from '../../../../ui/When.tsx'
import { MailStatusBadge } from '../../../../mail-log/logs/MailStatusBadge.tsx'
import { recentMailQuery } from './dashboard.ts'
import { PanelContent } from './PanelContent.tsx'

/** The newest e-mails and their states. */
export function RecentMailPanel() {
  const { t } = useLingui()
  const recent = useQuery(recentMailQuery)
  return (
    <Panel
      title={t`Recent Email Activity`}
      padding="none"
      actions={
        <LinkButton to="/admin/email/logs" size="sm">
          <Trans>View all</Trans>
        </LinkButton>
      }
    >
      <PanelContent query={recent} failure={t`The newest e-mails could not be loaded`} empty={t`No e-mail has been sent yet.`}>
        {(mails) => (
          <div className="p-5">
            <SettingList label={t`Recent Email Activity`}>
              {mails.map((mail) => (
                <SettingRow
                  key={mail.id}
                  icon={Mail}
                  title={<span className="line-clamp-2">{mail.subject}</span>}
                  state={<MailStatusBadge status={mail.status} />}
                >
                  <span className="wrap-anywhere">{mail.recipient_email}</span>, <When at={mail.created_at} />
                </SettingRow>
              ))}
            </SettingList>
          </div>
        )}
      </PanelContent>
    </Panel>
  )
}
