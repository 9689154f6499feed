import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dismissRemovedLinks, listRemovedLinks } from '@twofold/contract/keys'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

const removedLinksQuery = { ...queryOf(['removed-links'], listRemovedLinks), staleTime: Infinity }

/** Informs the owner that a key's name contained its secret, until they confirm that they have read it. */
export function RemovedLinks({ onDismissed }: { onDismissed: () => void }) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const keys = useQuery(removedLinksQuery).data?.data ?? []
  const dismiss = useAct({
    send: () => call(dismissRemovedLinks, undefined),
    failed: t`This could not be saved. Please try again.`,
    said: false,
    renews: [],
    onAnswer() {
      client.setQueryData(removedLinksQuery.queryKey, { data: [] })
      onDismissed()
    },
  })
  if (keys.length === 0) return null
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(keys.map(({ name }) => name))
  return (
    <Alert
      type="warning"
      title={<Plural value={keys.length} one="A name of a key held its secret" other="Names of # keys held their secrets" />}
      actions={
        <Button size="sm" onPress={() => dismiss.mutate()} pending={dismiss.isPending}>
          <Trans>I have read this</Trans>
        </Button>
      }
    >
      <Trans>
        An otpauth link stood in the name, issuer, account or tags of {names}, where it is not encrypted. Twofold has removed it. Anyone who
        had the key could read it: renew the secret at the service.
      </Trans>
    </Alert>
  )
}
