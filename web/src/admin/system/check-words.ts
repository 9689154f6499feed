import { useLingui } from '@lingui/react/macro'
import type { HealthCheck, HealthCheckName } from '@twofold/contract/admin/health'
import type { Outline } from '../../ui/Icon.tsx'
import { Archive } from '../../ui/icons/Archive.ts'
import { CalendarRange } from '../../ui/icons/CalendarRange.ts'
import { Clock } from '../../ui/icons/Clock.ts'
import { Database } from '../../ui/icons/Database.ts'
import { HardDrive } from '../../ui/icons/HardDrive.ts'
import { Layers } from '../../ui/icons/Layers.ts'
import { LockKeyhole } from '../../ui/icons/LockKeyhole.ts'
import { Mail } from '../../ui/icons/Mail.ts'
import { MailWarning } from '../../ui/icons/MailWarning.ts'
import { RadioTower } from '../../ui/icons/RadioTower.ts'
import { ScrollText } from '../../ui/icons/ScrollText.ts'
import { Send } from '../../ui/icons/Send.ts'
import { TextSearch } from '../../ui/icons/TextSearch.ts'
import { UserRoundKey } from '../../ui/icons/UserRoundKey.ts'
import { UsersRound } from '../../ui/icons/UsersRound.ts'

export const checkIcons: Record<HealthCheckName, Outline> = {
  database: Database,
  jobs: Layers,
  mail: Mail,
  waiting_mail: MailWarning,
  providers: Send,
  disk: HardDrive,
  clock: Clock,
  backup: Archive,
  names: TextSearch,
  transport: LockKeyhole,
  database_role: UserRoundKey,
  approvals: UsersRound,
  audit: ScrollText,
  streams: RadioTower,
  months: CalendarRange,
}

export function useCheckTitles(): Record<HealthCheckName, string> {
  const { t } = useLingui()
  return {
    database: t`Database`,
    jobs: t`Background jobs`,
    mail: t`E-mail`,
    waiting_mail: t`Waiting e-mails`,
    providers: t`E-mail providers`,
    disk: t`Disk`,
    clock: t`Server clock`,
    backup: t`Last backup`,
    names: t`Hidden characters`,
    transport: t`Connection`,
    database_role: t`Database role`,
    approvals: t`Approvals`,
    audit: t`Audit log`,
    streams: t`Audit streams`,
    months: t`Months ahead`,
  }
}

/** Label of the link to a check's remedy, by what it opens. */
export function useRemedies(): (check: Pick<HealthCheck, 'name' | 'remedy'>) => string {
  const { t } = useLingui()
  const labels: Record<HealthCheckName, string> = {
    database: t`See the remedy`,
    jobs: t`Open failed jobs`,
    mail: t`Open the e-mail log`,
    waiting_mail: t`See why`,
    providers: t`Open e-mail providers`,
    disk: t`See the remedy`,
    clock: t`See the remedy`,
    backup: t`Open backups`,
    transport: t`Set up HTTPS`,
    names: t`See the remedy`,
    database_role: t`Set up a second role`,
    approvals: t`See the remedy`,
    audit: t`See what to do`,
    streams: t`Open audit streams`,
    months: t`See the remedy`,
  }
  return ({ name, remedy }) => (remedy === '/admin/email/providers/create' ? t`Set up a provider` : labels[name])
}
