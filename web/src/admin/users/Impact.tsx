import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { countImpact } from '@twofold/contract/admin/users'
import type { CallResponse } from '@twofold/contract/endpoint'
import { Loaded } from '../../kits/Loaded.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { impactQuery, type Selection } from './users.ts'

/** The impact of an act on these users, counted by the server. `only`: limits it to the kinds that this act affects. */
export function Impact({ of, only }: { of: Selection; only?: 'sessions' }) {
  const { t } = useLingui()
  return (
    <Loaded
      of={useQuery(impactQuery(of))}
      failed={t`What this touches could not be counted.`}
      loading={t`Counting what this touches...`}
      frame="line"
    >
      {(impact) => <Counted impact={impact} only={only} />}
    </Loaded>
  )
}

function Counted({ impact, only }: { impact: CallResponse<typeof countImpact>; only: 'sessions' | undefined }) {
  const { t } = useLingui()
  const sessions = { count: impact.sessions, label: <Plural value={impact.sessions} one="open session ends" other="open sessions end" /> }
  return (
    <BlastRadius
      label={t`What this touches`}
      facts={
        only === 'sessions'
          ? [sessions]
          : [
              { count: impact.keys, label: <Plural value={impact.keys} one="key of theirs" other="keys of theirs" /> },
              {
                count: impact.shared_keys,
                label: <Plural value={impact.shared_keys} one="of them is shared with others" other="of them are shared with others" />,
              },
              { count: impact.people, label: <Plural value={impact.people} one="other person uses them" other="other people use them" /> },
              sessions,
              { count: impact.mails, label: <Plural value={impact.mails} one="e-mail to them waits" other="e-mails to them wait" /> },
            ]
      }
    />
  )
}
