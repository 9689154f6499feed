import { Trans, useLingui } from '@lingui/react/macro'
import { getMailLog, type MailLogDetails } from '@twofold/contract/mail-log/logs'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { TextBlock } from '../../ui/TextBlock.tsx'
import { PreviewFrame } from '../../ui/PreviewFrame.tsx'

/** CSS pixels. */
const frameHeight = 420

/** Content of an e-mail, without its one-time links. */
export function MailContent({ log }: { log: MailLogDetails }) {
  const { t } = useLingui()
  // The details are read again while the e-mail waits; its content stays, and should not be loaded again.
  const [url] = useState(log.preview_url)
  if (log.preview_url === null) {
    return (
      <p className="text-text-2">
        <Trans>The content is no longer kept. How long it is kept is in the e-mail settings.</Trans>
      </p>
    )
  }
  const renew = async () => {
    const answer = await call(getMailLog, { params: { id: log.id } })
    if (answer.log.preview_url === null) throw new Error(t`The content is no longer stored.`)
    return answer.log.preview_url
  }
  return (
    <Tabs
      label={t`Content`}
      items={[
        {
          id: 'html',
          label: t`HTML`,
          content: <PreviewFrame title={t`Content of the e-mail`} url={url ?? log.preview_url} renew={renew} height={frameHeight} />,
        },
        {
          id: 'text',
          label: t`Text`,
          content: (
            <TextBlock role="group" aria-label={t`Text part`}>
              {log.text_content}
            </TextBlock>
          ),
        },
      ]}
    />
  )
}
