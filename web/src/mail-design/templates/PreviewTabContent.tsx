import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { applyTemplateTheme } from '@twofold/contract/mail-design/template-changes'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useState } from 'react'
import { Loaded } from '../../kits/Loaded.tsx'
import { useAct } from '../../kits/use-act.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { PreviewFrame } from '../../ui/PreviewFrame.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { askForTemplatePreview } from './ask-for-preview.ts'
import { TextPart } from './PreviewDialog.tsx'
import { SampleFields } from './SampleFields.tsx'
import { pickedThemesQuery } from '../settings/settings.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import type { ContentDrafts } from './use-content-drafts.ts'
import type { Samples } from './use-samples.ts'
import { useSettledValue } from './use-settled-value.ts'
import { translateTemplateName } from '../../lib/server-texts.ts'

/** Milliseconds without a key after which a draft is drawn. */
const pause = 300

type PreviewTabContentProps = { template: Template; drafts: ContentDrafts; samples: Samples }

/** The e-mail as drafted, in its theme, in another one, or in another language. */
export function PreviewTabContent({ template, drafts, samples }: PreviewTabContentProps) {
  const { t } = useLingui()
  const [tried, setTried] = useState<string>()
  const [language, setLanguage] = useState('')
  const theme = tried ?? template.theme_slug ?? ''
  const html = useSettledValue(drafts.textOf('html_content'), pause)
  const text = useSettledValue(drafts.textOf('text_content'), pause)
  const given = useSettledValue(JSON.stringify(samples.given), pause)
  const isDraft = html !== template.html_content || text !== (template.text_content ?? '')
  const ask = () => askForTemplatePreview(template, { theme, language, draft: isDraft ? { html, text } : undefined, data: samples.given })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [
      'admin',
      'email',
      'preview',
      template.slug,
      template.version,
      template.theme_slug,
      theme,
      language,
      isDraft ? [html, text] : null,
      given,
    ],
    queryFn: ask,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 240_000,
  })
  const reason = error && failureMessage(error, t`The server cannot be reached. Check your connection and try again.`)
  return (
    <div className="grid gap-4">
      <ThemeChoice template={template} theme={theme} onTry={setTried} />
      {reason && (
        <Alert
          type="error"
          announce
          title={tried === undefined ? t`Failed to preview template: ${reason}` : t`Failed to update preview with theme`}
          actions={<Button size="sm" pending={isFetching} onPress={() => void refetch()}>{t`Retry`}</Button>}
        >
          {tried !== undefined && t`Failed to preview with theme: ${reason}`}
        </Alert>
      )}
      <PreviewFrame
        title={t`Preview of ${translateTemplateName(template)}`}
        url={data?.preview_url}
        isPending={isFetching}
        renew={async () => (await ask()).preview_url}
      >
        {template.languages.length > 0 && (
          <select
            className="min-h-[var(--h-sm)] rounded-md border border-field bg-surface px-2 text-sm"
            aria-label={t`Language`}
            value={language}
            onChange={({ target }) => setLanguage(target.value)}
          >
            <option value="">{t`Template itself`}</option>
            {template.languages.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </PreviewFrame>
      {data && <SampleFields samples={samples} used={data.data} descriptions={template.variables} />}
      {data && <TextPart text={data.preview.text_content} />}
    </div>
  )
}

function ThemeChoice({ template, theme, onTry }: { template: Template; theme: string; onTry: (theme: string | undefined) => void }) {
  const { t } = useLingui()
  const themes = useQuery(pickedThemesQuery)
  const apply = useAct({
    send: (slug: string) =>
      call(applyTemplateTheme, { params: { id: template.slug }, body: { theme: slug, update_template: true, force_system_edit: true } }),
    failed: (reason) => t`Failed to apply theme: ${reason}`,
    undo: ({ previous_theme: previous }, slug) =>
      (previous ?? '') !== slug &&
      (() => {
        apply.mutate(previous ?? '')
      }),
    renews: [templatesKey],
    ...longToast,
    onDone: () => onTry(undefined),
  })
  const isApplied = theme === (template.theme_slug ?? '')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-48 flex-1">
        <Loaded of={themes} failed={t`The themes could not be loaded`}>
          {(found) => (
            <Select
              label={t`Theme`}
              value={theme}
              onChange={({ target }) => onTry(target.value)}
              options={[{ value: '', label: t`No Theme` }, ...Object.entries(found).map(([value, { name }]) => ({ value, label: name }))]}
            />
          )}
        </Loaded>
      </div>
      <Button
        variant="primary"
        pending={apply.isPending}
        onPress={() => apply.mutate(theme)}
        disabledReason={isApplied ? t`The template has this theme.` : undefined}
      >
        <Trans>Apply</Trans>
      </Button>
    </div>
  )
}
