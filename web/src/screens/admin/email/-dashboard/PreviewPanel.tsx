import { cutText } from '@twofold/contract/cut-text'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from '../../../../ui/icons/ExternalLink.ts'
import { useState } from 'react'
import { failureMessage } from '../../../../lib/api-error.ts'
import { FailureAlert } from '../../../../ui/FailureAlert.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { PreviewTab } from '../../../../ui/PreviewTab.tsx'
import { activeTemplatesQuery, samplePreviewQuery } from './dashboard.ts'
import { PanelContent } from './PanelContent.tsx'
import { translateTemplateName } from '../../../../lib/server-texts.ts'

/** Characters shown of an e-mail. */
const mostShown = 300

const shorten = (text: string) => (text.length <= mostShown ? text : `${cutText(text, mostShown)}…`)

/** Beginning of an e-mail with sample values; the whole of it opens in a new tab. */
export function PreviewPanel() {
  const { t } = useLingui()
  const client = useQueryClient()
  const templates = useQuery(activeTemplatesQuery)
  const [chosen, setChosen] = useState<string>()
  const slug = chosen ?? templates.data?.[0]?.slug ?? ''
  const query = samplePreviewQuery(slug)
  const { data, error } = useQuery(query)
  const reason = error ? failureMessage(error, error.message) : ''
  return (
    <Panel title={t`Template Preview`}>
      <PanelContent query={templates} failure={t`The templates could not be loaded`} empty={t`No template is active.`}>
        {(list) => (
          <div className="grid gap-4">
            <Select
              label={t`Template`}
              value={slug}
              onChange={({ target }) => setChosen(target.value)}
              options={list.map((template) => ({ value: template.slug, label: translateTemplateName(template) }))}
            />
            <FailureAlert>{error && t`Failed to preview template: ${reason}`}</FailureAlert>
            {data && (
              <>
                <p className="font-medium wrap-anywhere">{data.preview.subject}</p>
                <p className="whitespace-pre-line wrap-anywhere text-text-2">{shorten(data.preview.text_content)}</p>
                <PreviewTab url={data.preview_url} renew={async () => (await client.fetchQuery({ ...query, staleTime: 0 })).preview_url}>
                  {({ open, disabledReason }) => (
                    <Button className="justify-self-start" icon={ExternalLink} disabledReason={disabledReason} onPress={open}>
                      <Trans>Open the whole e-mail</Trans>
                    </Button>
                  )}
                </PreviewTab>
              </>
            )}
          </div>
        )}
      </PanelContent>
    </Panel>
  )
}
