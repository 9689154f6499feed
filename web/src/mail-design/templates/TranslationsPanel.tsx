import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { removeTemplateTranslation, type TemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import type { Template } from '@twofold/contract/mail-design/templates'
import { languageField } from '@twofold/contract/languages'
import { Languages } from '../../ui/icons/Languages.ts'
import { Plus } from '../../ui/icons/Plus.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { type Ref, useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { PageForm } from '../../kits/PageForm.tsx'
import { useAct } from '../../kits/use-act.ts'
import { useTypedForm } from '../../kits/use-typed-form.ts'
import { call } from '../../lib/call.ts'
import { languageName } from '../../lib/language-name.ts'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SettingList, SettingRow } from '../../ui/SettingRow.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { longToast } from '../../ui/toast-options.ts'
import { commonLanguages } from './languages.ts'
import { templatesKey } from '../../lib/templates-key.ts'
import { templateTranslationsQuery } from './templates.ts'
import { TranslationForm } from './TranslationForm.tsx'

type TranslationsPanelProps = { template: Template; language: string | undefined; onLanguage: (language: string | undefined) => void }

/** Translations of the template: an e-mail uses its recipient's language if there is one. */
export function TranslationsPanel({ template, language, onLanguage }: TranslationsPanelProps) {
  const { t, i18n } = useLingui()
  const written = useQuery(templateTranslationsQuery(template.slug))
  const [removing, setRemoving] = useState<string>()
  const [last, setLast] = useState(language)
  if (language !== undefined && language !== last) setLast(language)
  const opener = useFocusReturn<HTMLButtonElement>(language !== undefined)
  const remove = useAct({
    send: (one: string) => call(removeTemplateTranslation, { params: { id: template.slug, language: one } }),
    failed: t`The translation could not be removed`,
    renews: [templatesKey],
    ...longToast,
  })
  const translations = written.data?.translations
  const name = (tag: string) => languageName(tag, i18n.locale)
  if (language !== undefined && translations) {
    return (
      <TranslationForm
        key={language}
        template={template}
        language={language}
        title={`${name(language)} (${language})`}
        written={translations.find((one) => one.language === language)}
        onClose={() => onLanguage(undefined)}
      />
    )
  }
  return (
    <Panel title={t`Translations`}>
      <Loaded of={written} failed={t`The translations could not be loaded`}>
        {({ translations: all }) => (
          <div className="grid gap-5">
            {all.length === 0 ? (
              <EmptyState icon={Languages} title={t`No translations`} level={3}>
                <Trans>Everybody gets the template itself. Add a language, and those who chose it get theirs.</Trans>
              </EmptyState>
            ) : (
              <SettingList label={t`Translations`}>
                {all.map((one) => (
                  <TranslationRow
                    key={one.language}
                    translation={one}
                    editRef={one.language === last ? opener : undefined}
                    onEdit={() => onLanguage(one.language)}
                    onRemove={() => setRemoving(one.language)}
                  />
                ))}
              </SettingList>
            )}
            <NewLanguage
              taken={all.map((one) => one.language)}
              addRef={all.some((one) => one.language === last) ? undefined : opener}
              onAdd={onLanguage}
            />
          </div>
        )}
      </Loaded>
      {removing !== undefined && (
        <AskDialog
          title={t`Remove ${name(removing)}?`}
          confirmLabel={t`Remove`}
          onClose={() => setRemoving(undefined)}
          act={remove}
          input={removing}
        >
          <p>
            <Trans>Those who chose this language get the template itself from then on.</Trans>
          </p>
        </AskDialog>
      )}
    </Panel>
  )
}

type TranslationRowProps = {
  translation: TemplateTranslation
  editRef: Ref<HTMLButtonElement> | undefined
  onEdit: () => void
  onRemove: () => void
}

function TranslationRow({ translation: one, editRef, onEdit, onRemove }: TranslationRowProps) {
  const { t, i18n } = useLingui()
  const name = languageName(one.language, i18n.locale)
  return (
    <SettingRow
      icon={Languages}
      title={`${name} (${one.language})`}
      state={one.is_outdated && <Badge tone="warning">{t`The template has changed since`}</Badge>}
      actions={
        <>
          <Button {...(editRef && { ref: editRef })} size="sm" aria-label={t`Edit ${name}`} onPress={onEdit}>
            <Trans>Edit</Trans>
          </Button>
          <IconButton size="sm" icon={Trash2} label={t`Remove ${name}`} onPress={onRemove} />
        </>
      }
    >
      <span className="wrap-anywhere">{one.subject}</span> · <Ago time={one.updated_at} />
      {one.updated_by !== null && ` · ${one.updated_by}`}
    </SettingRow>
  )
}

type NewLanguageProps = {
  taken: readonly string[]
  addRef: Ref<HTMLButtonElement> | undefined
  onAdd: (language: string) => void
}

function NewLanguage({ taken, addRef, onAdd }: NewLanguageProps) {
  const { t, i18n } = useLingui()
  // Nothing is stored before there is a translation.
  const form = useTypedForm({ values: { tag: '' }, isFleeting: true, onSubmit: ({ tag }) => onAdd(tag.trim()) })
  return (
    <PageForm form={form} className="flex flex-wrap items-end gap-3">
      <div className="min-w-48 flex-1">
        <TextField
          label={t`Language`}
          placeholder="de"
          list="template-languages"
          autoComplete="off"
          {...form.field('tag', (tag) => (languageField.safeParse(tag.trim()).success ? undefined : t`Use a language such as de or pt-BR`))}
        />
        <datalist id="template-languages">
          {commonLanguages
            .filter((one) => !taken.includes(one))
            .map((one) => (
              <option key={one} value={one}>
                {languageName(one, i18n.locale)}
              </option>
            ))}
        </datalist>
      </div>
      <Button {...(addRef && { ref: addRef })} type="submit" icon={Plus}>
        <Trans>Add language</Trans>
      </Button>
    </PageForm>
  )
}
