import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { checkSetupLink, setUp } from '@twofold/contract/sessions'
import { useState } from 'react'
import { GateForm } from '../kits/GateForm.tsx'
import { Settled } from '../kits/Settled.tsx'
import { useTypedForm } from '../kits/use-typed-form.ts'
import { call, callWithRateLimit } from '../lib/call.ts'
import { installationQuery } from '../lib/installation.ts'
import { useLinkToken } from '../lib/use-link-token.ts'
import { AccountForm } from '../sessions/AccountForm.tsx'
import { Gate } from '../shell/Gate.tsx'
import { LinkCheck, UnusableLink } from '../shell/LinkGate.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'

export const Route = createFileRoute('/setup')({ component: SetupScreen })

/** Milliseconds until it is asked again whether there is an administrator now. */
const recheckPause = 10_000

function SetupScreen() {
  const { t, i18n } = useLingui()
  const linked = useLinkToken()
  const [pasted, setPasted] = useState<string>()
  const token = pasted ?? linked
  const link = useQuery({
    queryKey: ['setup-link', token],
    queryFn: () => call(checkSetupLink, { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Infinity,
  })
  if (token === undefined) return <WithoutLink onToken={setPasted} />
  if (!link.data) {
    return (
      <Gate title={t`Set up Twofold`} subtitle={link.isPending ? t`Checking the link...` : undefined}>
        <LinkCheck link={link} fields={2} />
      </Gate>
    )
  }
  const { valid, expires_at } = link.data
  if (!valid && pasted !== undefined) return <WithoutLink onToken={setPasted} refused={pasted} />
  if (!valid) {
    const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now()
    return isExpired ? (
      <UnusableLink
        title={t`The set-up link has expired`}
        reason={t`Restart the server: it prints a new link, which expires after 30 minutes.`}
      />
    ) : (
      <UnusableLink
        title={t`The set-up link cannot be used`}
        reason={t`It was used already, or a newer one has replaced it. While there is no administrator, each start of the server prints a new link.`}
      />
    )
  }
  const until = expires_at && i18n.date(new Date(expires_at), { timeStyle: 'short' })
  return (
    <Gate
      title={t`Set up Twofold`}
      subtitle={t`You are the first administrator of this vault.`}
      footer={until && <Trans>Single use. Expires at {until}.</Trans>}
    >
      <AccountForm
        withoutPin
        home="/welcome"
        request={(account) => callWithRateLimit(setUp, { body: { ...account, token } })}
        submitLabel={t`Create administrator`}
        pendingLabel={t`Creating administrator...`}
        done={t`Administrator created. Opening the vault...`}
      />
    </Gate>
  )
}

/** The token of what was pasted: the whole link from the server's output, or the token alone. */
const tokenIn = (text: string) => (/#token=([^&\s]+)/.exec(text)?.[1] ?? text.trim()).slice(0, 200)

/** The link is only in the server's output: a visitor need not be its administrator. */
function WithoutLink({ onToken, refused }: { onToken: (token: string) => void; refused?: string }) {
  const { t } = useLingui()
  const form = useTypedForm({ values: { text: '' }, isFleeting: true, onSubmit: ({ text }) => onToken(tokenIn(text)) })
  const text = form.watch('text')
  const installation = useQuery({
    ...installationQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.setup_required ? recheckPause : false),
  })
  const isRequired = installation.data?.setup_required ?? false
  if (!installation.isPending && !isRequired) {
    return <UnusableLink title={t`This link is incomplete`} reason={t`Copy the complete link from the server log.`} />
  }
  const isRefused = refused !== undefined && (text === '' || tokenIn(text) === refused)
  const { error, ...field } = form.field('text', (typed) => (tokenIn(typed) === '' ? t`Paste the link that the server printed` : undefined))
  const refusal = isRefused ? t`This link was used, has expired or is incomplete. Restart the server to get a new one.` : undefined
  return (
    <Gate title={t`Set up Twofold`} subtitle={isRequired && t`This installation has no administrator yet.`}>
      <Settled of={installation}>
        {() => (
          <div className="grid gap-4">
            <p>
              <Trans>
                The server prints a set-up link when it starts. Open that link to become the first administrator, or paste it here.
              </Trans>
            </p>
            <GateForm form={form} className="grid gap-4">
              <TextField
                label={t`Set-up link`}
                help={t`The whole link, or what follows "token=" in it.`}
                autoComplete="off"
                spellCheck={false}
                {...field}
                error={error ?? refusal}
              />
              <Button type="submit" variant="primary" size="lg" block>
                <Trans>Continue</Trans>
              </Button>
            </GateForm>
            <p>
              <Trans>The link works once, for 30 minutes. Restart the server to get a new one.</Trans>
            </p>
            <p className="text-sm text-text-2">
              <Trans>Nobody else can create an account until then.</Trans>
            </p>
          </div>
        )}
      </Settled>
    </Gate>
  )
}
