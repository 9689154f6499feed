import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { changingFacts, type Request, type RequestImpact } from '@twofold/contract/admin/requests'
import { Alert } from '../../ui/Alert.tsx'

/** Changes of the impact since the request, item by item. Renders nothing if there are none. */
export function ChangedFacts({ request, now }: { request: Request; now: RequestImpact | null }) {
  const changed = changingFacts.filter((fact) => now !== null && now[fact] !== request.impact[fact])
  if (now === null || changed.length === 0) return null
  const words: Record<(typeof changingFacts)[number], (count: number) => string> = {
    users: (count) => plural(count, { one: '# user', other: '# users' }),
    keys: (count) =>
      request.act === 'hand_over'
        ? plural(count, { one: '# key in the account', other: '# keys in the account' })
        : plural(count, { one: '# key', other: '# keys' }),
    shared_keys: (count) => plural(count, { one: '# shared key', other: '# shared keys' }),
    people: (count) => plural(count, { one: '# other person', other: '# other people' }),
  }
  return (
    <Alert type="warning">
      {changed.map((fact) => {
        const [found, before] = [words[fact](now[fact]), request.impact[fact]]
        return (
          <p key={fact}>
            <Trans>
              Now {found}, {before} when asked
            </Trans>
          </p>
        )
      })}
    </Alert>
  )
}
