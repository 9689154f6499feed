import type { ReactNode } from 'react'
import { Chip } from '../../../ui/Chip.tsx'
import { type Customizer, hasPreset, withPreset } from './use-customizer.ts'

type Preset = Record<string, string | number>

type PresetChipsProps = Pick<Customizer, 'draft' | 'set'> & {
  label: string
  presets: Readonly<Record<string, Preset>>
  /** Before its name. */
  sample?: (preset: Preset) => ReactNode
}

/** Several fields filled in by one press. */
export const PresetChips = ({ label, presets, draft, set, sample }: PresetChipsProps) => (
  <div className="flex flex-wrap gap-2" role="group" aria-label={label}>
    {Object.entries(presets).map(([key, preset]) => (
      <Chip key={key} isSelected={hasPreset(draft, preset)} onChange={() => set(withPreset(draft, preset))}>
        {sample?.(preset)}
        {preset['name']}
      </Chip>
    ))}
  </div>
)
