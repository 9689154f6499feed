import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RefusedExchange, Trust } from '@twofold/contract/workload'
import { Plus } from '../ui/icons/Plus.ts'
import { Workflow } from '../ui/icons/Workflow.ts'
import { useState } from 'react'
import { AskDialog } from '../kits/AskDialog.tsx'
import { Loaded, together } from '../kits/Loaded.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { SettingList, SettingRow } from '../ui/SettingRow.tsx'
import { When } from '../ui/When.tsx'
import { RefusedRow } from './RefusedRow.tsx'
import { RunLink } from './RunLink.tsx'
import { TrustDialog } from './TrustDialog.tsx'
import { refusedQuery, textOfRules, trustsQuery, useDeleteTrust } from './trusts.ts'

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; trust: Trust } | { kind: 'refused'; refused: RefusedExchange }

/** The workloads that act as a service account without a stored token, and those that tried within a day and were refused. */
export function TrustList({ account }: { account: { id: string; name: string } }) {
  const { t } = useLingui()
  const { id, name } = account
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const both = together(useQuery(trustsQuery(id)), useQuery(refusedQuery(id)))
  const remove = useDeleteTrust(id)
  return (
    <Loaded of={both} failed={t`The rules could not be loaded`}>
      {([{ data: trusts, issuers, audience }, refusals]) => (
        <>
          {trusts.length > 0 && (
            <SettingList label={t`Rules of ${name}`}>
              {trusts.map((trust) => (
                <TrustRow key={trust.id} trust={trust} onAct={(kind) => setOpen({ kind, trust })} />
              ))}
            </SettingList>
          )}
          {refusals.length > 0 && (
            <SettingList label={t`Refused runs of ${name}`}>
              {refusals.map((refused) => (
                <RefusedRow key={refused.id} refused={refused} onMake={() => setOpen({ kind: 'refused', refused })} />
              ))}
            </SettingList>
          )}
          {issuers.length > 0 && (
            <div>
              <Button size="sm" icon={Plus} onPress={() => setOpen({ kind: 'add' })}>
                <Trans>Add rule</Trans>
              </Button>
            </div>
          )}
          {open && open.kind !== 'delete' && (
            <TrustDialog
              account={account}
              issuers={issuers}
              audience={audience}
              onClose={close}
              {...(open.kind === 'edit' && { trust: open.trust })}
              {...(open.kind === 'refused' && { refused: open.refused })}
            />
          )}
          {open?.kind === 'delete' && (
            <AskDialog
              title={t`Delete the rule ${open.trust.name}?`}
              act={remove}
              input={open.trust.id}
              onClose={close}
              confirmLabel={t`Delete rule`}
            >
              <p>
                <Trans>Tokens that runs got by this rule stop working, and later runs are refused.</Trans>
              </p>
            </AskDialog>
          )}
        </>
      )}
    </Loaded>
  )
}

function TrustRow({ trust, onAct }: { trust: Trust; onAct: (kind: 'edit' | 'delete') => void }) {
  const { t, i18n } = useLingui()
  const { name, ends_at: end, last_used_at: used, last_run: run } = trust
  const issuerName = trust.issuer.name
  const day = end === null ? '' : i18n.date(new Date(end), { dateStyle: 'medium' })
  return (
    <SettingRow
      icon={Workflow}
      title={name}
      state={end !== null && <Badge tone="warning">{t`Ends on ${day}`}</Badge>}
      actions={
        <>
          <Button size="sm" aria-label={t`Edit ${name}`} onPress={() => onAct('edit')}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="sm" variant="danger-line" aria-label={t`Delete ${name}`} onPress={() => onAct('delete')}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    >
      <Trans>Runs of {issuerName}</Trans>
      <pre className="font-code text-xs wrap-anywhere whitespace-pre-wrap">{textOfRules(trust.rules)}</pre>
      {used === null ? (
        <Trans>Never used</Trans>
      ) : (
        <Trans>
          Last used <When at={used} />
        </Trans>
      )}
      {run && (
        <>
          {' · '}
          <RunLink run={run} />
        </>
      )}
      {end !== null && (
        <>
          <br />
          <Trans>The person who made it no longer manages this service account. Save it to keep it.</Trans>
        </>
      )}
    </SettingRow>
  )
}
