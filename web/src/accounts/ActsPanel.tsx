import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ActOnMe, listActsOnMe } from '@twofold/contract/trust'
import { useState } from 'react'
import { Loaded } from '../kits/Loaded.tsx'
import { usePager } from '../kits/use-pager.tsx'
import { call } from '../lib/call.ts'
import { timeText } from '../lib/exact-time.ts'
import { Skeleton } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'

const actsQuery = (page: number) => ({
  queryKey: ['profile', 'administrators', page],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listActsOnMe, { query: { page } }, { signal }),
  placeholderData: keepPreviousData,
})

/** The administrators who can act for the person, the effects, and everything they did to the account or viewed. */
export function ActsPanel() {
  const { t } = useLingui()
  const [page, setPage] = useState(1)
  const acts = useQuery(actsQuery(page))
  const pager = usePager({ of: acts, page, goTo: setPage })
  return (
    <Panel title={t`Who can act for me`} footer={pager}>
      <Loaded of={acts} failed={t`This could not be read`} outline={<Skeleton height="6rem" />}>
        {(data) => (
          <div className="grid gap-4">
            <p>
              <Plural value={data.administrators_total} one="# administrator: " other="# administrators: " />
              <strong>{data.administrators.join(', ')}</strong>
              {data.administrators_total > data.administrators.length && <Trans> and others</Trans>}
            </p>
            <p className="text-text-2">
              <Plural
                value={data.waiting_days}
                one="They can set your password, PIN or e-mail address, never see a code or a secret. You are notified at once, your codes close for # day or until you prove who you are, and a link in the e-mail stops it. Anyone who runs the server itself has its root key."
                other="They can set your password, PIN or e-mail address, never see a code or a secret. You are notified at once, your codes close for # days or until you prove who you are, and a link in the e-mail stops it. Anyone who runs the server itself has its root key."
              />
            </p>
            <h3 className="text-sm font-medium">
              <Trans>What they did to your account or looked at</Trans>
            </h3>
            {data.total === 0 ? (
              <p className="text-text-2">
                <Trans>Nothing so far.</Trans>
              </p>
            ) : (
              <ul>
                {data.data.map((act) => (
                  <li key={act.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-border py-2">
                    <span>
                      <ActTitle act={act} />
                    </span>
                    <span className="text-sm text-text-2">
                      {act.by ?? <Trans>A command on the server</Trans>} ·{' '}
                      <time dateTime={act.happened_at}>{timeText(act.happened_at)}</time>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** The words of the audit log, and of a look what was seen. */
function ActTitle({ act }: { act: ActOnMe }) {
  const { t } = useLingui()
  const seen: Record<string, string> = {
    account: t`Looked at your account`,
    keys: t`Looked at the names of your keys`,
    shares: t`Looked at what you share`,
    sessions: t`Looked at your sessions`,
    devices: t`Looked at your devices`,
  }
  return act.what !== null && Object.hasOwn(seen, act.what) ? seen[act.what] : act.title
}
