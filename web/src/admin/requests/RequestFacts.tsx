import { Trans, useLingui } from '@lingui/react/macro'
import type { getRequest } from '@twofold/contract/admin/requests'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { ReactNode } from 'react'
import { Fact, Facts } from '../../ui/Facts.tsx'

/** Details that the title says in full. */
const inTitle = new Set(['name', 'action', 'people'])

/** Every detail of a request: the person who approves has to see who and what they trust. One without a label is shown by its name. */
export function RequestFacts({ detail: { request, names } }: { detail: CallResponse<typeof getRequest> }) {
  const { t } = useLingui()
  const { act, detail } = request
  const labels: Record<string, string> = {
    email: t`Account`,
    to: act === 'hand_over' ? t`Who gets them` : t`New address`,
    to_email: t`Their address`,
    new_name: t`New name`,
    keys: act === 'add_issuer' ? t`Pasted keys` : t`Keys`,
    key_names: t`Names of the keys`,
    issuer: t`Issuer`,
    jwks_host: t`Host of its keys`,
    thumbprints: t`Thumbprints of the keys`,
  }
  // The title says every rule with its value.
  const shown = act === 'loosen_rules' ? [] : Object.entries(detail).filter(([name]) => !inTitle.has(name))
  const users = names?.users ?? []
  if (shown.length === 0 && users.length === 0) return null
  return (
    <Facts>
      {shown.map(([name, value]) => (
        <Fact key={name} name={labels[name] ?? name}>
          {name === 'thumbprints' ? (
            <Lines of={value.split(' ').map((line) => ({ key: line, line: <code className="font-code text-xs">{line}</code> }))} />
          ) : (
            <span className="wrap-anywhere">{name === 'keys' && value === 'all' ? <Trans>All undecided keys</Trans> : value}</span>
          )}
        </Fact>
      ))}
      {users.length > 0 && (
        <Fact name={<Trans>People</Trans>}>
          <Lines of={users.map(({ name, email }) => ({ key: email, line: `${name} (${email})` }))} />
        </Fact>
      )}
    </Facts>
  )
}

function Lines({ of }: { of: readonly { key: string; line: ReactNode }[] }) {
  return (
    <ul className="grid gap-1">
      {of.map(({ key, line }) => (
        <li key={key} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}
