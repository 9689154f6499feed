import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { previewDraft, previewTemplate } from '@twofold/contract/email/template-previews'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/EmptyState.tsx'
import { PreviewFrame } from '../previews/PreviewFrame.tsx'

/** A template that is stored, or one that is being written. */
type PreviewSource =
  | { slug: string; name: string }
  | { slug?: undefined; name: string; draft: { subject: string; html_content: string; text_content: string } }

function askForPreview(source: PreviewSource) {
  if (source.slug === undefined) return call(previewDraft, { body: { ...source.draft, text_content: source.draft.text_content || null } })
  return call(previewTemplate, { params: { id: source.slug }, body: {} })
}

/** Subject, HTML and text of a mail with sample values. */
export function PreviewDialog({ source, onClose }: { source: PreviewSource; onClose: () => void }) {
  const { t } = useLingui()
  const { name } = source
  // Its address is good for five minutes only, so none is kept.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'email', 'preview', source],
    queryFn: () => askForPreview(source),
    gcTime: 0,
  })
  const reason = error && failureMessage(error, t`The server cannot be reached. Check your connection and try again.`)
  return (
    <Dialog
      title={t`Preview`}
      subtitle={name}
      size="lg"
      onClose={onClose}
      footer={
        <CancelButton>
          <Trans>Close</Trans>
        </CancelButton>
      }
    >
      {reason ? (
        <ErrorState level={3} title={t`Failed to preview template: ${reason}`} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
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
      <pre className="template-text" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
