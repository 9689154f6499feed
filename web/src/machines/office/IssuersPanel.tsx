import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { WorkloadIssuer } from '@twofold/contract/workload'
import { BadgeCheck } from '../../ui/icons/BadgeCheck.ts'
import { Plus } from '../../ui/icons/Plus.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { When } from '../../ui/When.tsx'
import { IssuerDialog } from './IssuerDialog.tsx'
import { issuersQuery, useIssuerKinds, useRemoveIssuer } from './issuers.ts'

/** Issuers that vouch for jobs without a stored token. */
export function IssuersPanel() {
  const { t } = useLingui()
  const kinds = useIssuerKinds()
  const issuers = useQuery(issuersQuery)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<WorkloadIssuer>()
  return (
    <Panel
      title={t`Issuers`}
      actions={
        <Button size="sm" icon={Plus} onPress={() => setAdding(true)}>
          <Trans>Add issuer</Trans>
        </Button>
      }
    >
      <Loaded
        of={issuers}
        failed={t`The issuers could not be loaded`}
        empty={t`No issuer is trusted. With one, jobs of GitHub, GitLab or a cluster take codes without a stored token.`}
      >
        {({ data }) => (
          <SettingList label={t`Issuers`}>
            {data.map((issuer) => {
              const { id, name, kind, trusts, thumbprints, keys_fetched_at: at } = issuer
              return (
                <SettingRow
                  key={id}
                  icon={BadgeCheck}
                  title={name}
                  actions={<IconButton size="sm" icon={Trash2} label={t`Remove ${name}`} onPress={() => setRemoved(issuer)} />}
                >
                  <span className="font-code text-xs wrap-anywhere">{issuer.issuer}</span>
                  <br />
                  {kinds[kind]} · <Plural value={trusts} one="# rule" other="# rules" />
                  {at !== null && (
                    <>
                      {' · '}
                      <Trans>
                        Keys fetched <When at={at} />
                      </Trans>
                    </>
                  )}
                  {thumbprints.map((thumbprint) => (
                    <span key={thumbprint} className="block font-code text-xs wrap-anywhere">
                      {thumbprint}
                    </span>
                  ))}
                </SettingRow>
              )
            })}
          </SettingList>
        )}
      </Loaded>
      {isAdding && <IssuerDialog onClose={() => setAdding(false)} />}
      {removed && <RemoveIssuerDialog issuer={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  )
}

function RemoveIssuerDialog({ issuer: { id, name, trusts }, onClose }: { issuer: WorkloadIssuer; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveIssuer()
  return (
    <AskDialog title={t`Remove ${name}?`} onClose={onClose} act={remove} input={id} confirmLabel={t`Remove issuer`}>
      <p>
        <Trans>Its jobs no longer get tokens, and tokens that they have end at once.</Trans>{' '}
        {trusts > 0 && <Plural value={trusts} one="# rule goes with it." other="# rules go with it." />}
      </p>
    </AskDialog>
  )
}
