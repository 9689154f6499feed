import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useLayoutLabels } from '../theme-words.ts'
import { FormSection } from './FormSection.tsx'
import { OptionSelect } from './OptionSelect.tsx'
import type { Customizer } from './use-customizer.ts'

export function BasicSection({ draft, set, field, box, errorOf }: Customizer) {
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
      <OptionSelect label={t`Layout`} options={layouts} {...field('layout_type')} />
      <Checkbox label={t`Public`} description={t`Others can duplicate it.`} {...box('is_public')} />
    </FormSection>
  )
}
