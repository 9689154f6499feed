import { t } from '@lingui/core/macro'
import { changeTheme, createTheme, type Theme, themeForm } from '@twofold/contract/mail-design/theme-calls'
import { themeDesign, type ThemeDesign } from '@twofold/contract/mail-design/themes'
import { type ChangeEvent, useMemo, useState } from 'react'
import { useAct } from '../../../kits/use-act.ts'
import { ApiError, failureMessage } from '../../../lib/api-error.ts'
import { call } from '../../../lib/call.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { longToast } from '../../../ui/toast-options.ts'
import { themesKey } from '../themes.ts'

export type Draft = ThemeDesign & { name: string; description: string; is_public: boolean }

/** The form's state that its sections need. */
export type Customizer = Pick<ReturnType<typeof useCustomizer>, 'draft' | 'set' | 'field' | 'box' | 'errorOf'> & {
  /** Warning about a color. */
  warningOf: (field: keyof Draft) => string | undefined
}

const designFields = Object.keys(themeDesign.shape) as (keyof ThemeDesign)[]
const fields = Object.keys(themeForm.shape) as (keyof Draft)[]

const pick = <Field extends keyof Draft>(from: Draft | Theme, names: readonly Field[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

/** A new theme begins with the default of every field. */
const draftOf = (theme: Theme | undefined): Draft =>
  theme
    ? ({ ...pick(theme, fields), description: theme.description ?? '' } as Draft)
    : { name: '', description: '', is_public: false, ...themeDesign.parse({}) }

/** The form of a theme: `stored` with what was changed here. Another `stored` is loaded into it. */
export function useCustomizer(stored: Theme | undefined, onSaved: () => void) {
  const loaded = useMemo(() => draftOf(stored), [stored])
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const draft = useMemo(() => ({ ...loaded, ...changes }), [loaded, changes])
  const design = useMemo(() => themeDesign.safeParse(pick(draft, designFields)), [draft])
  const isDirty = fields.some((name) => draft[name] !== loaded[name])
  useUnsavedChanges(isDirty)
  const save = useAct({
    send: () => {
      const body = { ...draft, description: draft.description.trim() || null }
      return stored
        ? call(changeTheme, { params: { slug: stored.slug }, body: { ...body, unchanged_since: stored.updated_at } })
        : call(createTheme, { body })
    },
    failed: false,
    // If somebody else was faster, their version is loaded, with the changes made here.
    renews: [themesKey],
    ...longToast,
    onAnswer: onSaved,
  })
  const errors = save.error instanceof ApiError ? save.error.errors : {}
  const set = (change: Partial<Draft>) => setChanges({ ...changes, ...change })
  const errorOf = (name: keyof Draft) => errors[name]?.[0]
  return {
    draft,
    /** Undefined while a field holds what no theme can have, such as CSS that is too long. */
    design: design.success ? design.data : undefined,
    isDirty,
    save,
    set,
    errorOf,
    /** Binds a field: `<Slider label={t`Padding`} {...field('padding')} />`. */
    field: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      error: errorOf(name),
      onChange: (value: Draft[Name]) => set({ [name]: value }),
    }),
    /** Binds a checkbox. */
    box: (name: 'is_public' | Extract<keyof Draft, `show_${string}` | `use_${string}`>) => ({
      checked: draft[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: target.checked }),
    }),
    /** Every complaint of the server, a line each; or that it did not work. */
    complaints: Object.values(errors).flat(),
    failure: save.error ? failureMessage(save.error, t`Failed to save theme`) : undefined,
  }
}

/** The design with the fields of a preset in it. */
export function withPreset(draft: Draft, preset: Record<string, string | number>): Partial<Draft> {
  const { name: _name, ...values } = preset
  return themeDesign.parse({ ...pick(draft, designFields), ...values })
}

export function hasPreset(draft: Draft, preset: Record<string, string | number>): boolean {
  return designFields.every((field) => !(field in preset) || preset[field] === draft[field])
}
