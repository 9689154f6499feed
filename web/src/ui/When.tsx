import { useLingui } from '@lingui/react/macro'
import { relativeTime } from '../lib/relative-time.ts'

/** A moment as people say it, 'yesterday' or '3 Nov 2026'; the whole of it when pointed at. `at` in ISO 8601. */
export function When({ at }: { at: string }) {
  const { i18n } = useLingui()
  const date = new Date(at)
  return (
    <time dateTime={at} data-tooltip={i18n.date(date, { dateStyle: 'full', timeStyle: 'short' })}>
      {relativeTime(date.getTime(), Date.now(), i18n.locale) ?? i18n.date(date, { dateStyle: 'medium' })}
    </time>
  )
}
