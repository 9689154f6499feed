import { useLingui } from '@lingui/react/macro'
import { layoutType } from '@twofold/contract/mail-design/themes'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useLayoutLabels } from '../theme-words.ts'
import { FormSection } from './FormSection.tsx'
import { optionIn } from './option-in.ts'
import type { Customizer } from './use-customizer.ts'

export function BasicSection({ draft, set, errorOf }: Customizer) {
  const { t } = useLingui()
  const layouts = useLayoutLabels()
  return (
    <FormSection title={t`Theme`}>
      <TextField
        label={t`Name`}
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        error={errorOf('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextArea
        label={t`Description`}
        note={t`Optional`}
        rows={2}
        maxLength={500}
        value={draft.description}
        error={errorOf('description')}
        onChange={({ target }) => set({ description: target.value.replaceAll(/\s*\n\s*/g, ' ') })}
      />
      <Select
        label={t`Layout`}
        value={draft.layout_type}
        error={errorOf('layout_type')}
        onChange={({ target }) => set({ layout_type: optionIn(layoutType.options, target.value) })}
        options={layoutType.options.map((value) => ({ value, label: layouts[value] }))}
      />
      <Checkbox
        label={t`Public`}
        description={t`Others can duplicate it.`}
        checked={draft.is_public}
        onChange={({ target }) => set({ is_public: target.checked })}
      />
    </FormSection>
  )
}
