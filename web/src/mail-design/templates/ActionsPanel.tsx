import { Trans, useLingui } from '@lingui/react/macro'
import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useDownload } from '../../kits/use-download.ts'
import { Download } from '../../ui/icons/Download.ts'
import { ExternalLink } from '../../ui/icons/ExternalLink.ts'
import { Zap } from '../../ui/icons/Zap.ts'
import { AddressButton } from '../../ui/AddressLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PreviewTab } from '../../ui/PreviewTab.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { askForTemplatePreview } from './ask-for-preview.ts'

export function ActionsPanel({ template, data }: { template: Template; data: SampleData }) {
  const { t } = useLingui()
  const ask = () => askForTemplatePreview(template, { data })
  const download = useDownload(
    async () => ({ blob: new Blob([(await ask()).preview.html_content], { type: 'text/html' }), name: `${template.slug}.html` }),
    (reason) => t`Failed to preview template: ${reason}`,
    longToast,
  )
  return (
    <Panel title={t`Actions`}>
      <div className="grid gap-2">
        <PreviewTab url="" renew={async () => (await ask()).preview_url}>
          {({ open }) => (
            <Button block icon={ExternalLink} onPress={open}>
              <Trans>Preview in New Tab</Trans>
            </Button>
          )}
        </PreviewTab>
        <Button block icon={Download} pending={download.isPending} onPress={() => download.mutate()}>
          <Trans>Download HTML</Trans>
        </Button>
        <AddressButton href="/admin/email/events" icon={Zap} className="w-full">{t`View Event Mappings`}</AddressButton>
      </div>
    </Panel>
  )
}
