import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { askAgain, type EndedKey, listEndedKeys } from '@twofold/contract/sharing/ended-keys'
import { useId } from 'react'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Tile } from '../../ui/Face.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { Row } from '../../ui/Row.tsx'
import { queryOf } from '../../lib/query-of.ts'

/** Keys that were shared with the user. Beneath the keys: what changes those may change these. */
const endedKeysQuery = queryOf(['keys', 'ended'], listEndedKeys)

/** Keys that others shared with the user until lately, each with a way to ask for it. Nothing where there are none. */
export function EndedKeys() {
  const id = useId()
  const { i18n } = useLingui()
  const keys = useQuery(endedKeysQuery).data?.data ?? []
  if (keys.length === 0) return null
  return (
    <section className="ui-card mt-4 overflow-hidden" aria-labelledby={id}>
      <h2 id={id} className="flex min-h-7 items-center gap-2 border-b border-border px-4 text-xs font-bold text-text-2">
        <Trans>Access ended</Trans> <small className="text-xs font-normal text-text-3">{i18n.number(keys.length)}</small>
      </h2>
      <ul>
        {keys.map((key) => (
          <EndedRow key={key.id} ended={key} />
        ))}
      </ul>
    </section>
  )
}

function EndedRow({ ended }: { ended: EndedKey }) {
  const { t } = useLingui()
  const { id, name, issuer, because } = ended
  const by = ended.shared_by.name
  const ask = useAct({
    send: () => call(askAgain, { params: { id } }),
    failed: t`The owner could not be asked. Please try again.`,
    renews: [endedKeysQuery.queryKey],
  })
  return (
    <Row stacks className="min-h-12 px-4 py-2">
      <Tile name={name} hueOf={issuer ?? name} />
      <div>
        <p className="text-text-2 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-text-3 text-sm wrap-anywhere">
          {because === 'owner' ? (
            <Trans>
              <bdi>{by}</bdi> ended your access <Ago time={ended.ended_at} />
            </Trans>
          ) : (
            <Trans>
              Shared by <bdi>{by}</bdi>, ran out <Ago time={ended.ended_at} />
            </Trans>
          )}
        </p>
      </div>
      {ended.can_ask || ended.asked_at === null ? (
        <Button size="sm" className="max-sm:justify-self-start" pending={ask.isPending} onPress={() => ask.mutate()}>
          <Trans>
            Ask again <span className="sr-only">for {name}</span>
          </Trans>
        </Button>
      ) : (
        <span className="text-text-3 text-sm wrap-anywhere">
          <Trans>
            Asked <Ago time={ended.asked_at} />
          </Trans>
        </span>
      )}
    </Row>
  )
}
