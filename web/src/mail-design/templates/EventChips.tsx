import { useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { Link2 } from '../../ui/icons/Link2.ts'
import { Zap } from '../../ui/icons/Zap.ts'
import { AddressLink } from '../../ui/AddressLink.tsx'
import { Icon } from '../../ui/Icon.tsx'

const look =
  'inline-flex min-h-6 items-center gap-[5px] rounded-full border border-border-strong bg-surface px-2 text-xs font-medium wrap-anywhere text-text-2 hover:border-text-3 hover:text-text'

/** Events shown in a row of the list; the others are counted. */
const shown = 3

const eventsPath = '/admin/email/events'

export function EventChips({ template }: { template: Pick<Template, 'slug' | 'name' | 'events'> }) {
  const { t } = useLingui()
  const { slug, name, events } = template
  if (events.length === 0) {
    const search = new URLSearchParams({ action: 'create', template_slug: slug, template_name: name })
    return (
      <AddressLink href={`${eventsPath}?${search}`} className={look}>
        <Icon icon={Link2} size={12} />
        {t`Link Events`}
        <span className="sr-only">{t`to ${name}`}</span>
      </AddressLink>
    )
  }
  const more = events.length - shown
  return (
    <span className="flex flex-wrap items-center gap-1">
      {events.slice(0, shown).map((event) => (
        <AddressLink key={event} href={`${eventsPath}?${new URLSearchParams({ highlight: event })}`} className={look}>
          <Icon icon={Zap} size={12} />
          {event}
        </AddressLink>
      ))}
      {more > 0 && <span className="text-sm text-text-2" data-tooltip={events.slice(shown).join(', ')}>{t`+${more} more`}</span>}
    </span>
  )
}
