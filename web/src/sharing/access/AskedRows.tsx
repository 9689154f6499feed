import { Trans, useLingui } from '@lingui/react/macro'
import { type AskedShare, shareKey } from '@twofold/contract/sharing/grants'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { LevelBadge } from '../../ui/LevelBadge.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { shareName } from '../grants/share-name.ts'
import { sharesQuery } from '../grants/reload-shares.ts'
import { SheetRow } from './SheetRow.tsx'

/** People who lost the key and request it. Renders nothing if there are none. */
export function AskedRows({ keyId, asked }: { keyId: string; asked: readonly AskedShare[] }) {
  const { t, i18n } = useLingui()
  if (asked.length === 0) return null
  return (
    <div>
      <SectionTitle note={i18n.number(asked.length)}>
        <Trans>Asking for access</Trans>
      </SectionTitle>
      <ul aria-label={t`Asking for access`}>
        {asked.map((share) => (
          <AskedRow key={share.id} keyId={keyId} share={share} />
        ))}
      </ul>
    </div>
  )
}

function AskedRow({ keyId, share }: { keyId: string; share: AskedShare }) {
  const { t } = useLingui()
  const who = shareName(share)
  const { email, permission } = share
  const give = useAct({
    send: () =>
      call(shareKey, {
        params: { id: keyId },
        body: { email: email ?? undefined, permission: permission === 'admin' ? 'admin' : 'view' },
      }),
    failed: t`Access could not be given again. Please try again.`,
    renews: [sharesQuery(keyId).queryKey, ['keys'], ['groups']],
  })
  return (
    <SheetRow
      face={{ name: who }}
      who={<p className="font-medium">{who}</p>}
      state={
        <Trans>
          Asked <Ago time={share.asked_at} />, had <LevelBadge permission={permission} />
        </Trans>
      }
    >
      <Button size="sm" pending={give.isPending} onPress={() => give.mutate()}>
        <Trans>
          Give again <span className="sr-only">to {who}</span>
        </Trans>
      </Button>
    </SheetRow>
  )
}
