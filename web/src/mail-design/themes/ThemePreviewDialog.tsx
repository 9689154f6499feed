import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { previewTheme, type Theme } from '@twofold/contract/mail-design/theme-calls'
import { Download } from '../../ui/icons/Download.ts'
import { ExternalLink } from '../../ui/icons/ExternalLink.ts'
import { SlidersHorizontal } from '../../ui/icons/SlidersHorizontal.ts'
import { Loaded, Outlined, together } from '../../kits/Loaded.tsx'
import { call } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { translateDescription } from '../../lib/server-texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { PreviewFrame } from '../../ui/PreviewFrame.tsx'
import { PreviewTab } from '../../ui/PreviewTab.tsx'
import { ColourPalette } from './ColourPalette.tsx'
import { firstFont, useLayoutLabels, useThemeName } from './theme-words.ts'
import { themePreviewQuery } from './themes.ts'
import { useTheme } from './use-theme.ts'

/** Parts of a theme, and an e-mail in it. */
export function ThemePreviewDialog({ slug, onClose, onEdit }: { slug: string; onClose: () => void; onEdit: (theme: Theme) => void }) {
  const { t } = useLingui()
  const theme = useTheme(slug)
  const nameOf = useThemeName()
  const preview = useQuery(themePreviewQuery(slug))
  const [html, url] = [preview.data?.html, preview.data?.preview_url]
  const renew = async () => (await call(previewTheme, { params: { slug }, body: {} })).preview_url
  return (
    <Dialog
      title={theme.data ? nameOf(theme.data) : t`Theme preview`}
      subtitle={theme.data && (theme.data.description ? translateDescription(theme.data.description) : t`No description`)}
      size="lg"
      onClose={onClose}
      inAddress
      footer={
        <>
          {theme.data && (
            <Button icon={SlidersHorizontal} onPress={() => theme.data && onEdit(theme.data)}>
              {theme.data.is_system ? t`View settings` : t`Edit`}
            </Button>
          )}
          <PreviewTab url={url} renew={renew}>
            {({ open, disabledReason }) => (
              <Button icon={ExternalLink} onPress={open} disabledReason={disabledReason}>
                <Trans>Open in New Tab</Trans>
              </Button>
            )}
          </PreviewTab>
          <Button
            icon={Download}
            disabledReason={html === undefined ? t`There is no preview yet.` : undefined}
            onPress={() => html !== undefined && saveFile(new Blob([html], { type: 'text/html' }), `${slug}-preview.html`)}
          >
            <Trans>Download HTML</Trans>
          </Button>
          <CloseButton />
        </>
      }
    >
      <Outlined of={together(theme, preview)} failed={t`Failed to preview theme`}>
        {() => (
          <>
            <Loaded of={theme} failed={t`Failed to preview theme`}>
              {(data) => <ThemeFacts theme={data} />}
            </Loaded>
            <PreviewFrame title={t`E-mails in this theme`} url={url} isPending={preview.isFetching} renew={renew} />
          </>
        )}
      </Outlined>
    </Dialog>
  )
}

function ThemeFacts({ theme }: { theme: Theme }) {
  const { t, i18n } = useLingui()
  const layouts = useLayoutLabels()
  return (
    <>
      <Facts>
        <Fact name={t`Layout`}>{layouts[theme.layout_type]}</Fact>
        <Fact name={t`Font`}>{firstFont(theme.font_family)}</Fact>
        <Fact name={t`Container width`}>{t`${theme.container_width} px`}</Fact>
        <Fact name={t`Created`}>{i18n.date(theme.created_at, { dateStyle: 'medium' })}</Fact>
        {theme.creator && <Fact name={t`Creator`}>{theme.creator.name}</Fact>}
      </Facts>
      <ColourPalette theme={theme} fields={['primary_color', 'secondary_color', 'accent_color', 'background_color', 'text_color']} />
    </>
  )
}
