import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  exportRisks,
  inactiveDays,
  type Risk,
  type RiskKind,
  riskKind,
  unusedKeyDays,
  unusedShareDays,
} from '@twofold/contract/admin/analytics'
import { Download } from '../../ui/icons/Download.ts'
import { ShieldCheck } from '../../ui/icons/ShieldCheck.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { callForFile } from '../../lib/call-for-file.ts'
import { useDownload } from '../../kits/use-download.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { risksQuery } from './analytics.ts'
import { countText } from './figure-text.ts'
import { RiskTable } from './RiskTable.tsx'

type RisksProps = {
  kind: RiskKind
  page: number
  onKind: (kind: RiskKind) => void
  onPage: (page: number, how?: { replace?: boolean }) => void
}

/** Risk radar: what should worry somebody, by names and dates. */
export function Risks({ kind, page, onKind, onPage }: RisksProps) {
  const { t } = useLingui()
  const risks = useQuery(risksQuery(kind, page))
  const { data, isPlaceholderData } = risks
  const download = useDownload(
    (format: 'csv' | 'json') => callForFile(exportRisks, { query: { kind, format } }),
    t`Failed to export analytics data`,
  )
  const titles: Record<RiskKind, string> = {
    one_holder: t`Single holder`,
    inactive_owners: t`Absent owners`,
    never_used: t`Never used`,
    stale_shares: t`Stale shares`,
  }
  const meanings: Record<RiskKind, string> = {
    one_holder: t`Keys that nobody but their owner can use. When the owner is not there, nobody gets in.`,
    inactive_owners: t`Owners of keys who are deactivated, or have not signed in for more than ${inactiveDays} days. Those with most keys first.`,
    never_used: t`Keys older than ${unusedKeyDays} days of which nobody ever copied a code. Consider deleting them.`,
    stale_shares: t`Shares that have expired, are with somebody deactivated, or through which no code was copied in ${unusedShareDays} days.`,
  }
  const [from, to, total] = [data?.from ?? 0, data?.to ?? 0, countText(data?.total ?? 0)]
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-sm:gap-3 md:grid-cols-4" role="group" aria-label={t`Risk radar`}>
        {riskKind.options.map((option) => (
          <button
            key={option}
            type="button"
            className="ui-card grid content-between gap-1 px-5 py-4 text-sm text-text-2 max-sm:px-4 max-sm:py-3"
            aria-pressed={option === kind}
            onClick={() => onKind(option)}
          >
            <span>{titles[option]}</span>
            <strong className="text-2xl leading-tight font-bold text-text tabular-nums">
              {data ? countText(data.counts[option]) : '–'}
            </strong>
          </button>
        ))}
      </div>
      <ListPanel
        title={titles[kind]}
        of={risks}
        address={{ page, goTo: onPage }}
        failed={t`The risks could not be loaded`}
        intro={<p className="border-b border-border px-5 py-4 text-text-2 max-sm:px-4">{meanings[kind]}</p>}
        summary={<Trans>{`Showing ${from} to ${to} of ${total}`}</Trans>}
        isAlwaysCounted
        empty={
          // While another list loads, the previous one's count does not apply to it.
          isPlaceholderData ? (
            <RiskTable kind={kind} title={titles[kind]} risks={[]} />
          ) : (
            { icon: ShieldCheck, title: t`Nothing here`, text: <Trans>There is no such risk at the moment.</Trans> }
          )
        }
        actions={
          <Menu
            label={t`Export`}
            trigger={
              <Button variant="quiet" size="sm" icon={Download} pending={download.isPending}>
                <Trans>Export list</Trans>
              </Button>
            }
          >
            <MenuItem onAction={() => download.mutate('csv')}>{t`As CSV`}</MenuItem>
            <MenuItem onAction={() => download.mutate('json')}>{t`As JSON`}</MenuItem>
          </Menu>
        }
      >
        {({ data: shown }) => <RiskTable kind={shownKind(shown, kind)} title={titles[kind]} risks={shown} />}
      </ListPanel>
    </>
  )
}

/** While another list loads, the previous rows stay, and determine the kind shown. */
function shownKind(risks: readonly Risk[], asked: RiskKind): RiskKind {
  const [first] = risks
  if (first === undefined) return asked
  if (first.with !== null) return 'stale_shares'
  if (first.keys !== null) return 'inactive_owners'
  return asked === 'never_used' ? 'never_used' : 'one_holder'
}
