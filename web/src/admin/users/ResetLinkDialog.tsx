import { Trans, useLingui } from '@lingui/react/macro'
import { makeResetLink } from '@twofold/contract/admin/users'
import { useAct } from '../../kits/use-act.ts'
import { useIsHere } from '../../kits/use-is-here.ts'
import { Link2 } from '../../ui/icons/Link2.ts'
import { Mail } from '../../ui/icons/Mail.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkOffer } from './LinkOffer.tsx'

/** Creates a link for a new password: e-mailed, or handed over. */
export function ResetLinkDialog({
  user: { id, name, email },
  onClose,
}: {
  user: { id: string; name: string; email: string }
  onClose: () => void
}) {
  const { t } = useLingui()
  const isHere = useIsHere()
  const make = useAct({
    send: (delivery: 'mail' | 'link') => call(makeResetLink, { params: { id }, body: { delivery } }),
    failed: t`The link could not be made`,
    said: (answer) => (answer.link === null || !isHere()) && answer.message,
    renews: [],
    onAnswer: (answer) => void (answer.link === null && isHere() && onClose()),
  })
  const link = make.data?.link
  return (
    <Dialog
      title={t`Reset Link`}
      subtitle={name}
      size="sm"
      onClose={onClose}
      pending={make.isPending}
      footer={
        link ? (
          <Button variant="primary" onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <Button icon={Link2} onPress={() => make.mutate('link')} pending={make.isPending && make.variables === 'link'}>
              <Trans>Get the link</Trans>
            </Button>
            <Button variant="primary" icon={Mail} onPress={() => make.mutate('mail')} pending={make.isPending && make.variables === 'mail'}>
              <Trans>Send by e-mail</Trans>
            </Button>
          </>
        )
      }
    >
      {link && make.data ? (
        <LinkOffer link={link} expiresAt={make.data.expires_at} />
      ) : (
        <div className="grid gap-2">
          <p>
            <Trans>An e-mail to {email} proves that the person has the address, and leaves everything open to them.</Trans>
          </p>
          <p className="text-text-2">
            <Trans>A link that you hand over yourself proves nothing: their secrets then stay closed for 24 hours.</Trans>
          </p>
        </div>
      )}
    </Dialog>
  )
}
