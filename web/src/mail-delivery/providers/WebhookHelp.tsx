import { Trans, useLingui } from '@lingui/react/macro'
import type { ProviderKind } from '@twofold/contract/mail-design/mail-terms'
import { webhookPaths } from '@twofold/contract/mail-design/mail-paths'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../kits/Loaded.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { publicAddressQuery } from './providers.ts'

/** Explains how to set up the provider's webhook: bounces, complaints, deliveries. */
export function WebhookHelp({ kind }: { kind: Exclude<ProviderKind, 'smtp'> }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Delivery reports`}>
      <div className="grid gap-4">
        <p className="text-text-2">
          <Trans>Bounces, complaints and deliveries are known only when the provider tells them. Give it this address:</Trans>
        </p>
        <Loaded of={useQuery(publicAddressQuery)} failed={t`The address could not be loaded`}>
          {(address) => <ReportAddress address={`${address}${kind === 'ses' ? webhookPaths.ses : webhookPaths.zeptomail}`} />}
        </Loaded>
        {kind === 'ses' ? (
          <ol className="grid list-decimal gap-3 ps-5 text-text-2">
            <li>
              <Trans>
                In Amazon SNS, make a topic, and put its ARN into the variable <code>SES_TOPIC_ARNS</code> of this installation. Start it
                again: it takes notifications of no other topic.
              </Trans>
            </li>
            <li>
              <Trans>Add a subscription of the protocol HTTPS with the address above. It is confirmed by itself.</Trans>
            </li>
            <li>
              <Trans>In Amazon SES, let your identity publish bounces, complaints and deliveries to the topic.</Trans>
            </li>
          </ol>
        ) : (
          <ol className="grid list-decimal gap-3 ps-5 text-text-2">
            <li>
              <Trans>In ZeptoMail, open your mail agent, then Webhooks, and add the address above for bounces, opens and clicks.</Trans>
            </li>
            <li>
              <Trans>
                Put the authentication key that is shown there into the variable <code>ZEPTOMAIL_WEBHOOK_KEY</code> of this installation,
                and start it again.
              </Trans>
            </li>
          </ol>
        )}
      </div>
    </Panel>
  )
}

function ReportAddress({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 wrap-anywhere">{address}</code>
      <CopyButton text={address}>{t`Copy address`}</CopyButton>
    </div>
  )
}
