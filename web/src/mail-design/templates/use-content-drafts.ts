import { useLingui } from '@lingui/react/macro'
import type { Template } from '@twofold/contract/mail-design/templates'
import { useState } from 'react'
import { undoDuration } from '../../lib/last-undo.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toast } from '../../ui/toast.ts'
import { type Draft, useTemplateEdit, versionFor } from './use-template-edit.ts'

export type ContentField = 'html_content' | 'text_content'

/** The HTML and the text of a template while they are edited: kept while tabs change, saved one by one. */
export function useContentDrafts(template: Template) {
  const { t } = useLingui()
  const [drafts, setDrafts] = useState<Partial<Record<ContentField, Draft>>>({})
  const edits = { html_content: useTemplateEdit(template.slug), text_content: useTemplateEdit(template.slug) }
  const storedOf = (field: ContentField) => template[field] ?? ''
  const isChanged = (field: ContentField) => drafts[field] !== undefined && drafts[field].text !== storedOf(field)
  const isDirty = isChanged('html_content') || isChanged('text_content')
  useUnsavedChanges(isDirty)
  const begun = (field: ContentField): Draft => ({ text: storedOf(field), base: storedOf(field), version: template.version })
  const put = (field: ContentField, draft: Draft | undefined) =>
    setDrafts((before) => {
      const { [field]: _, ...others } = before
      return draft ? { ...others, [field]: draft } : others
    })
  const textOf = (field: ContentField) => drafts[field]?.text ?? storedOf(field)
  return {
    isDirty,
    /** The content that would be saved now. */
    textOf,
    texts: { html_content: textOf('html_content'), text_content: textOf('text_content') },
    storedOf,
    isEditing: (field: ContentField) => drafts[field] !== undefined,
    isChanged,
    isSaving: (field: ContentField) => edits[field].isPending,
    isConflict: (field: ContentField) => edits[field].isConflict,
    begin: (field: ContentField) => put(field, begun(field)),
    type: (field: ContentField, text: string) => put(field, { ...(drafts[field] ?? begun(field)), text }),
    /** A discarded draft can be restored while the toast is shown. */
    cancel(field: ContentField) {
      const thrown = isChanged(field) ? drafts[field] : undefined
      edits[field].reset()
      put(field, undefined)
      if (thrown) {
        toast.info(t`Your changes were discarded.`, {
          duration: undoDuration,
          action: { label: t`Undo`, onPress: () => put(field, thrown), isUndo: true },
        })
      }
    },
    /** `isOverwrite`: over what somebody else has saved meanwhile. */
    save(field: ContentField, { isOverwrite = false } = {}) {
      const draft = drafts[field]
      if (!draft || edits[field].isPending) return
      edits[field].mutate(
        { field, value: draft.text, version: isOverwrite ? template.version : versionFor(draft, storedOf(field), template.version) },
        { onSuccess: () => put(field, undefined) },
      )
    },
  }
}

export type ContentDrafts = ReturnType<typeof useContentDrafts>
