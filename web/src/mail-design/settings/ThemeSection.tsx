import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from '../../ui/icons/RefreshCw.ts'
import { useState } from 'react'
import { Outlined } from '../../kits/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { PreviewFrame } from '../../ui/PreviewFrame.tsx'
import { allTemplatesQuery, previewAddress, settingsPreviewQuery } from './settings.ts'
import { type PickedTheme, ThemePicker } from './ThemePicker.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { translateTemplateName } from '../../lib/server-texts.ts'

/** The theme of new templates, and a preview. */
export function ThemeSection({ form, themes }: { form: SettingsForm; themes: Record<string, PickedTheme> }) {
  const { t } = useLingui()
  const { data: templates = [] } = useQuery(allTemplatesQuery)
  const [template, setTemplate] = useState('')
  const theme = form.values.default_theme
  const preview = useQuery(settingsPreviewQuery(theme, template))
  const isShown = theme !== '' || template !== ''
  return (
    <Panel title={t`Default Email Theme`}>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <ThemePicker themes={themes} {...form.field('default_theme')} />
        <div className="grid content-start gap-4">
          <div className="grid grid-cols-1 items-end gap-3 min-[30rem]:grid-cols-[minmax(0,1fr)_auto]">
            <Select
              label={t`Template to preview`}
              value={template}
              onChange={({ target }) => setTemplate(target.value)}
              options={[
                { value: '', label: t`Sample e-mail` },
                ...templates.map((template) => ({ value: template.slug, label: translateTemplateName(template) })),
              ]}
            />
            <Button
              icon={RefreshCw}
              pending={preview.isFetching && preview.data !== undefined}
              disabledReason={template === '' ? t`Choose a template first.` : undefined}
              onPress={() => void preview.refetch()}
            >
              <Trans>Refresh</Trans>
            </Button>
          </div>
          {!isShown ? (
            <p className="text-text-2">
              <Trans>Choose a theme or a template to see what e-mails look like.</Trans>
            </p>
          ) : (
            <Outlined of={preview} failed={t`Preview Error`}>
              {(url) => (
                <PreviewFrame
                  title={t`Theme preview`}
                  url={url}
                  isPending={preview.isFetching}
                  renew={() => previewAddress(theme, template)}
                />
              )}
            </Outlined>
          )}
        </div>
      </div>
    </Panel>
  )
}
