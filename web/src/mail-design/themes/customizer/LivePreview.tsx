import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ContrastWarning } from '@twofold/contract/mail-design/theme-calls'
import { RefreshCw } from '../../../ui/icons/RefreshCw.ts'
import { translateComplaint } from '../../../lib/server-texts.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PreviewFrame } from '../../../ui/PreviewFrame.tsx'
import { ColourPalette } from '../ColourPalette.tsx'
import type { Draft } from './use-customizer.ts'

type LivePreviewProps = {
  draft: Draft
  url: string | undefined
  warnings: readonly ContrastWarning[]
  isPending: boolean
  /** Reason why there is none. */
  failure: string | undefined
  onRefresh: () => void
  renew: () => Promise<string>
}

/** An e-mail in the drafted design. */
export function LivePreview({ draft, url, warnings, isPending, failure, onRefresh, renew }: LivePreviewProps) {
  const { t } = useLingui()
  return (
    <section // Beneath the head of the dialog.
      className="sticky top-18 grid min-w-0 gap-5 max-[64rem]:static max-[64rem]:group-data-[open=form]:hidden"
      aria-label={t`Live preview`}
    >
      {failure !== undefined && (
        <Alert type="error" title={t`Failed to preview theme`} announce>
          {failure}
        </Alert>
      )}
      <PreviewFrame title={t`Preview of the theme`} url={url} isPending={isPending} renew={renew}>
        <Button size="sm" icon={RefreshCw} onPress={onRefresh}>
          <Trans>Refresh</Trans>
        </Button>
      </PreviewFrame>
      <ColourPalette theme={draft} fields={['primary_color', 'secondary_color', 'accent_color']} />
      <div role="status">
        {warnings.length > 0 && (
          <Alert type="warning" title={<Plural value={warnings.length} one="# color is hard to read" other="# colors are hard to read" />}>
            <ul className="grid gap-1" aria-label={t`Contrast`}>
              {warnings.map(({ field, against, message }) => (
                <li key={`${field} ${against}`}>{translateComplaint(message)}</li>
              ))}
            </ul>
            <p className="mt-2">
              <Trans>E-mails shift such a color as far as needed. Choose a better one to decide yourself.</Trans>
            </p>
          </Alert>
        )}
      </div>
    </section>
  )
}
