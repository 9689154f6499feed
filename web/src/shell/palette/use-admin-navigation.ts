import { useLingui } from '@lingui/react/macro'
import type { Outline } from '../../ui/Icon.tsx'
import { Ban } from '../../ui/icons/Ban.ts'
import { Bell } from '../../ui/icons/Bell.ts'
import { Bot } from '../../ui/icons/Bot.ts'
import { ChartNoAxesCombined } from '../../ui/icons/ChartNoAxesCombined.ts'
import { CircleHelp } from '../../ui/icons/CircleHelp.ts'
import { ClipboardList } from '../../ui/icons/ClipboardList.ts'
import { DatabaseBackup } from '../../ui/icons/DatabaseBackup.ts'
import { FileStack } from '../../ui/icons/FileStack.ts'
import { Inbox } from '../../ui/icons/Inbox.ts'
import { KeySquare } from '../../ui/icons/KeySquare.ts'
import { LayoutDashboard } from '../../ui/icons/LayoutDashboard.ts'
import { ListChecks } from '../../ui/icons/ListChecks.ts'
import { Mail } from '../../ui/icons/Mail.ts'
import { MailSearch } from '../../ui/icons/MailSearch.ts'
import { Palette } from '../../ui/icons/Palette.ts'
import { Printer } from '../../ui/icons/Printer.ts'
import { ScrollText } from '../../ui/icons/ScrollText.ts'
import { Server } from '../../ui/icons/Server.ts'
import { ServerCog } from '../../ui/icons/ServerCog.ts'
import { Settings } from '../../ui/icons/Settings.ts'
import { SlidersHorizontal } from '../../ui/icons/SlidersHorizontal.ts'
import { Users } from '../../ui/icons/Users.ts'
import { Webhook } from '../../ui/icons/Webhook.ts'
import { Workflow } from '../../ui/icons/Workflow.ts'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { requestsQuery } from '../../admin/requests/requests.ts'

/** Every screen of the back office that an address without an id leads to. */
export type AdminPath = Exclude<Extract<LinkProps['to'], `/admin/${string}`>, `${string}$${string}`>

/** `also`: screens without an entry of their own that belong to this one. */
export type Place = { to: AdminPath; label: string; icon: Outline; also?: readonly AdminPath[]; count?: number | undefined }

/** Entries of the sidebar and the palette, in order. A new screen is added here; its group appears with its first screen. */
export function useAdminNavigation(): { main: Place[]; email: Place[]; others: Place[] } {
  const { t } = useLingui()
  const waiting = useQuery(requestsQuery('waiting')).data?.total
  return {
    main: [
      { to: '/admin/dashboard', label: t`Dashboard`, icon: LayoutDashboard },
      { to: '/admin/users', label: t`Users`, icon: Users },
      { to: '/admin/requests', label: t`Requests`, icon: Inbox, count: waiting },
      { to: '/admin/analytics', label: t`Analytics`, icon: ChartNoAxesCombined },
      { to: '/admin/system', label: t`System`, icon: ServerCog },
      { to: '/admin/access', label: t`Access`, icon: KeySquare, also: ['/admin/reviews'] },
      { to: '/admin/audit', label: t`Audit Log`, icon: ScrollText, also: ['/admin/audit/streams'] },
      { to: '/admin/programs', label: t`Programs`, icon: Bot },
      { to: '/admin/webhooks', label: t`Webhooks`, icon: Webhook },
      { to: '/admin/backups', label: t`Backups`, icon: DatabaseBackup },
      { to: '/admin/settings', label: t`Admin Settings`, icon: Settings },
    ],
    email: [
      { to: '/admin/email', label: t`Email Dashboard`, icon: Mail },
      { to: '/admin/email/templates', label: t`Templates`, icon: FileStack },
      { to: '/admin/email/events', label: t`Event Mappings`, icon: Workflow, also: ['/admin/email/why'] },
      { to: '/admin/email/themes', label: t`Themes`, icon: Palette },
      { to: '/admin/email/providers', label: t`Providers`, icon: Server },
      { to: '/admin/email/logs', label: t`Logs`, icon: MailSearch },
      { to: '/admin/email/suppressions', label: t`Suppression List`, icon: Ban },
      { to: '/admin/email/settings', label: t`Settings`, icon: SlidersHorizontal },
    ],
    /** Reached from elsewhere than the sidebar. */
    others: [
      { to: '/admin/notifications', label: t`Notifications`, icon: Bell },
      { to: '/admin/reviews', label: t`Reviews of access`, icon: ListChecks },
      { to: '/admin/users/leavers', label: t`Leaver plans`, icon: ClipboardList },
      { to: '/admin/email/why', label: t`Why was it (not) sent?`, icon: CircleHelp },
      { to: '/admin/system/report', label: t`System report`, icon: Printer },
    ],
  }
}
