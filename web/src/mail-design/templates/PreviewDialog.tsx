import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { previewDraft, previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { Outlined } from '../../kits/Loaded.tsx'
import { call } from '../../lib/call.ts'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextBlock } from '../../ui/TextBlock.tsx'
import { PreviewFrame } from '../../ui/PreviewFrame.tsx'

/** A template that is stored, or one that is being written. */
type PreviewSource =
  | { slug: string; name: string }
  | { slug?: undefined; name: string; draft: { subject: string; html_content: string; text_content: string } }

function askForPreview(source: PreviewSource) {
  if (source.slug === undefined) return call(previewDraft, { body: { ...source.draft, text_content: source.draft.text_content || null } })
  return call(previewTemplate, { params: { id: source.slug }, body: {} })
}

/** Subject, HTML and text of an e-mail with sample values. */
export function PreviewDialog({ source, onClose }: { source: PreviewSource; onClose: () => void }) {
  const { t } = useLingui()
  const { name } = source
  // Its URL is valid for five minutes, so it is not cached.
  const preview = useQuery({
    queryKey: ['admin', 'email', 'preview', source],
    queryFn: () => askForPreview(source),
    gcTime: 0,
  })
  return (
    <Dialog title={t`Preview`} subtitle={name} size="lg" onClose={onClose} footer={<CloseButton />}>
      <Outlined of={preview} failed={(reason) => t`Failed to preview template: ${reason}`}>
        {(data) => (
          <div className="grid gap-4">
            <p className="wrap-anywhere">
              <span className="text-text-2">
                <Trans>Subject:</Trans>
              </span>{' '}
              <strong>{data?.preview.subject}</strong>
            </p>
            <PreviewFrame
              title={t`Preview of ${name}`}
              url={data?.preview_url}
              renew={async () => (await askForPreview(source)).preview_url}
            />
            {data && data.preview.text_content !== '' && <TextPart text={data.preview.text_content} />}
          </div>
        )}
      </Outlined>
    </Dialog>
  )
}

export function TextPart({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-2" aria-label={t`Text`}>
      <h3>
        <Trans>Text</Trans>
      </h3>
      <TextBlock>{text}</TextBlock>
    </section>
  )
}
