import { Trans, useLingui } from '@lingui/react/macro'
import type { EditableField } from '@twofold/contract/mail-design/template-changes'
import type { Template } from '@twofold/contract/mail-design/templates'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { type ReactNode, useState } from 'react'
import { PageForm } from '../../kits/PageForm.tsx'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { type Draft, useTemplateEdit, versionFor } from './use-template-edit.ts'

type LineFieldProps = {
  template: Template
  field: Extract<EditableField, 'description' | 'subject'>
  label: string
  /** Content while it is not edited. */
  children: ReactNode
}

/** One line of a template, editable in place. Enter saves, Esc cancels. */
export function LineField({ template, field, label, children }: LineFieldProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Draft>()
  const opener = useFocusReturn<HTMLButtonElement>(draft !== undefined)
  const edit = useTemplateEdit(template.slug)
  const stored = template[field] ?? ''
  useUnsavedChanges(draft !== undefined && draft.text !== stored)
  const save = (version: number) => {
    if (!draft) return
    edit.mutate({ field, value: draft.text, version }, { onSuccess: () => setDraft(undefined) })
  }
  const cancel = () => {
    edit.reset()
    setDraft(undefined)
  }
  if (!draft) {
    return (
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">{children}</div>
        <Button
          ref={opener}
          size="sm"
          icon={Pencil}
          aria-label={t`Edit ${label}`}
          onPress={() => setDraft({ text: stored, base: stored, version: template.version })}
        >
          <Trans>Edit</Trans>
        </Button>
      </div>
    )
  }
  return (
    <PageForm form={{ submit: () => save(versionFor(draft, stored, template.version)), isPending: edit.isPending }} className="grid gap-3">
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
        label={label}
        value={draft.text}
        maxLength={500}
        autoComplete="off"
        help={t`Enter saves, Esc cancels.`}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel()
        }}
      />
      {edit.isConflict && (
        <ConflictNotice theirs={stored} pending={edit.isPending} onOverwrite={() => save(template.version)} onDiscard={cancel} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" pending={edit.isPending} pendingLabel={t`Saving...`}>
          <Trans>Save</Trans>
        </Button>
        <Button size="sm" onPress={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </PageForm>
  )
}
