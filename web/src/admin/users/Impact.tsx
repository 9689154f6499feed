import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/Alert.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { impactQuery, type Selection } from './users.ts'

/** What an act on these users touches, counted by the server. `only`: what of it this act touches. */
export function Impact({ of, only }: { of: Selection; only?: 'sessions' }) {
  const { t } = useLingui()
  const { data, isError } = useQuery(impactQuery(of))
  if (isError) {
    return (
      <Alert type="warning">
        <Trans>What this touches could not be counted.</Trans>
      </Alert>
    )
  }
  if (!data) return <Loading label={t`Counting what this touches...`} />
  const sessions = { count: data.sessions, label: <Plural value={data.sessions} one="open session ends" other="open sessions end" /> }
  return (
    <BlastRadius
      label={t`What this touches`}
      facts={
        only === 'sessions'
          ? [sessions]
          : [
              { count: data.keys, label: <Plural value={data.keys} one="key of theirs" other="keys of theirs" /> },
              {
                count: data.shared_keys,
                label: <Plural value={data.shared_keys} one="of them is shared with others" other="of them are shared with others" />,
              },
              { count: data.people, label: <Plural value={data.people} one="other person uses them" other="other people use them" /> },
              sessions,
              { count: data.mails, label: <Plural value={data.mails} one="mail to them waits" other="mails to them wait" /> },
            ]
      }
    />
  )
}
