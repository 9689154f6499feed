import { Trans, useLingui } from '@lingui/react/macro'
import type { LeaverKey, LeaverPlan } from '@twofold/contract/admin/leavers'
import { RefreshCw } from '../../ui/icons/RefreshCw.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { KeyName } from './KeyName.tsx'
import { PersonLink } from './PersonLink.tsx'
import { LeaverListPanel, type LeaverView } from './LeaverListPanel.tsx'
import { useTickRotated } from './use-leaver-acts.ts'
import { Badge } from '../../ui/Badge.tsx'

interface RotateTabProps {
  plan: LeaverPlan
  view: LeaverView
  /** The viewing administrator. Undefined: not known yet. */
  viewerId: string | undefined
  /** Replaces the secret of a key of the viewer's own, which ticks it off. */
  onRotate: (keyId: string) => void
}

/** Secrets that they had, to be ticked off when their services have new ones. */
export function RotateTab({ plan, view, viewerId, onRotate }: RotateTabProps) {
  const { t } = useLingui()
  const tick = useTickRotated(plan.user.id)
  const columns: Column<LeaverKey, 'tick' | 'name' | 'had' | 'when' | 'owner' | 'done'>[] = [
    {
      key: 'tick',
      header: t`Rotated`,
      card: 'select',
      cell: ({ key_id: id, name, renewed }) => (
        <Checkbox
          label={<span className="sr-only">{t`${name} is rotated`}</span>}
          checked={tick.isPending && tick.variables.key_ids[0] === id ? tick.variables.renewed : renewed !== null}
          disabled={plan.state === 'reactivated' || tick.isPending}
          onChange={({ target }) => tick.mutate({ key_ids: [id], renewed: target.checked })}
        />
      ),
    },
    { key: 'name', header: t`Key`, card: 'title', cell: (item) => <KeyName item={item} /> },
    { key: 'had', header: t`Why`, cell: (item) => <Had had={item.had} /> },
    { key: 'when', header: t`Last time`, cell: ({ had_at: at }) => at && <Ago time={at} /> },
    { key: 'owner', header: t`Owner now`, cell: ({ owner, exists }) => exists && <PersonLink person={owner} /> },
    {
      key: 'done',
      header: t`Rotated by`,
      cell: ({ key_id: id, name, owner, exists, renewed }) =>
        renewed ? (
          <Done by={renewed.by} at={renewed.at} />
        ) : exists && owner !== null && owner.id === viewerId && plan.state !== 'reactivated' ? (
          <Button size="sm" aria-label={t`Rotate ${name}`} onPress={() => onRotate(id)}>
            <Icon icon={RefreshCw} size={14} /> <Trans>Rotate</Trans>
          </Button>
        ) : (
          <span className="text-text-2">
            <Trans>Not yet</Trans>
          </span>
        ),
    },
  ]
  return (
    <LeaverListPanel
      userId={plan.user.id}
      list="rotate"
      view={view}
      title={t`Secrets that they have had`}
      help={
        <Trans>
          They had these secrets or backup codes, and can make codes without Twofold. Have each service give out a new secret. It is ticked
          off when the key’s owner puts it in its place here.
        </Trans>
      }
      empty={t`They had no secret`}
    >
      {(keys) => <Table label={t`Secrets to rotate`} columns={columns} rows={keys} rowKey={({ key_id: id }) => id} />}
    </LeaverListPanel>
  )
}

function Done({ by, at }: NonNullable<LeaverKey['renewed']>) {
  return (
    <span className="grid min-w-0">
      <PersonLink person={by} />
      <span className="text-sm text-text-2">
        <Ago time={at} />
      </span>
    </span>
  )
}

/** Ways in which the person got the secret. */
function Had({ had }: Pick<LeaverKey, 'had'>) {
  const { t } = useLingui()
  const words: Record<LeaverKey['had'][number], string> = {
    added: t`Added it`,
    secret: t`Saw the secret`,
    backup_codes: t`Had backup codes`,
    export: t`Exported it`,
  }
  return (
    <span className="inline-flex flex-wrap gap-1">
      {had.map((way) => (
        <Badge key={way} tone="warning">
          {words[way]}
        </Badge>
      ))}
    </span>
  )
}
