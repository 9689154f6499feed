import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { previewDesign, type Theme } from '@twofold/contract/mail-design/theme-calls'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { Eye } from '../../../ui/icons/Eye.ts'
import { SlidersHorizontal } from '../../../ui/icons/SlidersHorizontal.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormDialog } from '../../../kits/FormDialog.tsx'
import { failureMessage } from '../../../lib/api-error.ts'
import { call } from '../../../lib/call.ts'
import { useThrottled } from '../../../lib/use-throttled.ts'
import { translateComplaint } from '../../../lib/server-texts.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { designPreviewQuery } from '../themes.ts'
import { useThemeName } from '../theme-words.ts'
import { useDuplicateTheme } from '../use-theme-acts.ts'
import { BasicSection } from './BasicSection.tsx'
import { ButtonSection } from './ButtonSection.tsx'
import { ColourSection } from './ColourSection.tsx'
import { CssSection } from './CssSection.tsx'
import type { CustomizerDialogProps } from './CustomizerDialog.tsx'
import { FooterSection, HeaderSection } from './HeaderFooterSections.tsx'
import { LivePreview } from './LivePreview.tsx'
import { SpacingSection } from './SpacingSection.tsx'
import { TypographySection } from './TypographySection.tsx'
import { useCustomizer } from './use-customizer.ts'

/** Milliseconds: a change is in the preview at once, and while one goes on, such as at a slider, this often. */
const previewPause = 300

type CustomizerFormProps = Omit<CustomizerDialogProps, 'slug'> & { stored: Theme | undefined }

export function CustomizerForm({ stored, onClose, onDuplicated }: CustomizerFormProps) {
  const { t } = useLingui()
  const customizer = useCustomizer(stored, onClose)
  const { draft, design, save, complaints, failure } = customizer
  const preview = usePreview(design)
  const isReadOnly = stored?.is_system ?? false
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const submit = () => {
    // The server's complaints are shown in the form.
    setPreviewOpen(false)
    if (!isReadOnly && !save.isPending) save.mutate()
  }
  const warningOf = (field: string) => {
    const message = preview.warnings.find((warning) => warning.field === field)?.message
    return message === undefined ? undefined : translateComplaint(message)
  }
  const parts = { ...customizer, warningOf }
  const toggle = (
    <Button
      className="me-auto min-[64rem]:hidden"
      icon={isPreviewOpen ? SlidersHorizontal : Eye}
      onPress={() => setPreviewOpen(!isPreviewOpen)}
    >
      {isPreviewOpen ? t`Show settings` : t`Show preview`}
    </Button>
  )
  const content = (
    <>
      {/* One or the other where they do not stand side by side: the preview would be far below the form. */}
      <div
        className="group grid items-start gap-8 min-[64rem]:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]"
        data-open={isPreviewOpen ? 'preview' : 'form'}
      >
        <fieldset
          className="grid min-w-0 gap-6 max-[64rem]:group-data-[open=preview]:hidden"
          disabled={isReadOnly}
          aria-label={t`Settings of the theme`}
        >
          {failure !== undefined && <SaveFailure complaints={complaints} failure={failure} of={save.error} />}
          {stored && <StoredNote theme={stored} />}
          <BasicSection {...parts} />
          <ColourSection {...parts} isReadOnly={isReadOnly} />
          <TypographySection {...parts} isReadOnly={isReadOnly} />
          <SpacingSection {...parts} />
          <HeaderSection {...parts} />
          <FooterSection {...parts} />
          <ButtonSection {...parts} />
          <CssSection {...parts} problems={preview.problems} isReadOnly={isReadOnly} onSubmit={submit} />
        </fieldset>
        <LivePreview draft={draft} {...preview} />
      </div>
    </>
  )
  if (stored?.is_system) {
    return (
      <SystemTheme theme={stored} toggle={toggle} onClose={onClose} onDuplicated={onDuplicated}>
        {content}
      </SystemTheme>
    )
  }
  return (
    <FormDialog
      form={{ submit, isPending: save.isPending, onClose }}
      title={stored ? t`Edit Theme` : t`Create New Theme`}
      subtitle={stored?.name}
      size="full"
      back={
        <>
          {toggle}
          <CancelButton />
        </>
      }
      submitLabel={stored ? t`Update Theme` : t`Create Theme`}
      pendingLabel={t`Saving...`}
    >
      {content}
    </FormDialog>
  )
}

type SystemThemeProps = Pick<CustomizerFormProps, 'onClose' | 'onDuplicated'> & { theme: Theme; toggle: ReactNode; children: ReactNode }

/** Can be looked at and duplicated only. */
function SystemTheme({ theme, toggle, onClose, onDuplicated, children }: SystemThemeProps) {
  const { t } = useLingui()
  const duplicate = useDuplicateTheme()
  const nameOf = useThemeName()
  return (
    <Dialog
      title={nameOf(theme)}
      size="full"
      onClose={onClose}
      footer={
        <>
          {toggle}
          <CancelButton>{t`Close`}</CancelButton>
          <Button
            variant="primary"
            pending={duplicate.isPending}
            onPress={() => duplicate.mutate(theme.slug, { onSuccess: ({ theme: copy }) => onDuplicated(copy.slug) })}
          >
            <Trans>Duplicate</Trans>
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

function StoredNote({ theme }: { theme: Theme }) {
  const { t } = useLingui()
  if (theme.is_system) {
    return (
      <Alert type="info" title={t`System theme`}>
        <Trans>It cannot be changed or deleted. Duplicate it to make one of your own from it.</Trans>
      </Alert>
    )
  }
  if (theme.templates_count === 0) return null
  return (
    <Alert type="info">
      <Plural
        value={theme.templates_count}
        one="# template has this theme: its e-mails change from the next one on."
        other="# templates have this theme: their e-mails change from the next one on."
      />
    </Alert>
  )
}

type SaveFailureProps = { complaints: readonly string[]; failure: string; of: Error | null }

/** The server's complaints, one per line; scrolled into view when they appear. */
function SaveFailure({ complaints, failure, of: error }: SaveFailureProps) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  // In braces: newer browsers answer with a promise, which React would take for the effect's cleanup.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return (
    <div ref={place}>
      <Alert type="error" title={complaints.length > 0 ? t`Validation errors:` : t`Failed to save theme`} announce>
        {complaints.length > 0 ? (
          <ul>
            {complaints.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          failure
        )}
      </Alert>
    </div>
  )
}

const none: readonly never[] = []

/** The newest design that can be drawn, as it looks. */
function usePreview(design: ReturnType<typeof useCustomizer>['design']) {
  const { t } = useLingui()
  const [sound, setSound] = useState(() => design ?? themeDesign.parse({}))
  if (design !== undefined && design !== sound) setSound(design)
  const drawn = useThrottled(sound, previewPause)
  const { data, error, isFetching, refetch } = useQuery(designPreviewQuery(drawn))
  const invalid = design === undefined ? t`Something in the form cannot be drawn.` : undefined
  return {
    url: data?.preview_url,
    warnings: data?.warnings ?? none,
    problems: data?.css_problems ?? none,
    isPending: isFetching,
    failure: error ? failureMessage(error, error.message) : invalid,
    onRefresh: () => void refetch(),
    renew: async () => (await call(previewDesign, { body: { design: drawn } })).preview_url,
  }
}
