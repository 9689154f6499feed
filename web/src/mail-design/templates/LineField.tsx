import { Trans, useLingui } from '@lingui/react/macro'
import type { EditableField } from '@twofold/contract/mail-design/template-changes'
import type { Template } from '@twofold/contract/mail-design/templates'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { PageForm } from '../../kits/PageForm.tsx'
import { useTypedForm } from '../../kits/use-typed-form.ts'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { useTemplateEdit, versionFor } from './use-template-edit.ts'

type LineProps = {
  template: Template
  field: Extract<EditableField, 'description' | 'subject'>
  label: string
}

type Focusable = { focus: () => void }

/** `edit` opens the line, or focuses its field if it is open. */
export type LineHandle = { edit: () => void }

/** One line of a template, editable in place. `children`: its content while it is not edited. */
export function LineField({ children, ref, ...line }: LineProps & { children: ReactNode; ref?: Ref<LineHandle> }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const opener = useFocusReturn<HTMLButtonElement>(isOpen)
  const input = useRef<Focusable>(null)
  useImperativeHandle(ref, () => ({
    edit() {
      setOpen(true)
      input.current?.focus()
    },
  }))
  const { label } = line
  if (isOpen) return <LineForm {...line} input={input} onClose={() => setOpen(false)} />
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0 wrap-anywhere">{children}</div>
      <Button ref={opener} size="sm" icon={Pencil} aria-label={t`Edit ${label}`} onPress={() => setOpen(true)}>
        <Trans>Edit</Trans>
      </Button>
    </div>
  )
}

/** Enter saves, Esc cancels. */
function LineForm({ template, field, label, input, onClose }: LineProps & { input: Ref<Focusable>; onClose: () => void }) {
  const { t } = useLingui()
  const edit = useTemplateEdit(template.slug)
  const stored = template[field] ?? ''
  const [started] = useState({ base: stored, version: template.version })
  const save = (value: string, version: number) => edit.mutate({ field, value, version }, { onSuccess: onClose })
  const form = useTypedForm({
    values: { text: stored },
    onSubmit: ({ text }) => save(text, versionFor(started, stored, template.version)),
  })
  useImperativeHandle(input, () => ({ focus: () => form.setFocus('text') }))
  return (
    <PageForm form={{ submit: form.submit, isPending: edit.isPending }} className="grid gap-3">
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
        label={label}
        maxLength={500}
        autoComplete="off"
        help={t`Enter saves, Esc cancels.`}
        {...form.field('text')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      />
      {edit.isConflict && (
        <ConflictNotice
          theirs={stored}
          pending={edit.isPending}
          onOverwrite={() => save(form.getValues('text'), template.version)}
          onDiscard={onClose}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" pending={edit.isPending} pendingLabel={t`Saving...`}>
          <Trans>Save</Trans>
        </Button>
        <Button size="sm" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </PageForm>
  )
}
