import { Trans, useLingui } from '@lingui/react/macro'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { Template } from '@twofold/contract/mail-design/templates'
import { Pencil } from '../../ui/icons/Pencil.ts'
import type { Ref } from 'react'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeEditor, type CodeEditorHandle } from '../../ui/CodeEditor.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { PreviewTabContent } from './PreviewTabContent.tsx'
import type { ContentDrafts, ContentField } from './use-content-drafts.ts'
import type { Samples } from './use-samples.ts'

export type ContentTab = 'preview' | 'html' | 'text'

type ContentPanelProps = {
  template: Template
  drafts: ContentDrafts
  samples: Samples
  problems: readonly TemplateProblem[]
  tab: ContentTab
  onTab: (tab: ContentTab) => void
  editor: Ref<CodeEditorHandle>
}

/** Content of a template: rendered, and as source. */
export function ContentPanel({ template, drafts, samples, problems, tab, onTab, editor }: ContentPanelProps) {
  const { t } = useLingui()
  const code = (field: ContentField, label: string) => (
    <Code field={field} label={label} editor={editor} {...{ template, drafts }} problems={problems.filter((one) => one.field === field)} />
  )
  return (
    <Panel title={t`Template Content`} actions={drafts.isDirty && <Badge tone="warning">{t`Unsaved changes`}</Badge>}>
      <Tabs
        label={t`Template Content`}
        selected={tab}
        onSelect={onTab}
        items={[
          { id: 'preview', label: t`Preview`, content: <PreviewTabContent {...{ template, drafts, samples }} /> },
          { id: 'html', label: t`HTML`, content: code('html_content', t`HTML content`) },
          { id: 'text', label: t`Text`, content: code('text_content', t`Text content`) },
        ]}
      />
    </Panel>
  )
}

type CodeProps = Pick<ContentPanelProps, 'template' | 'drafts' | 'problems' | 'editor'> & { field: ContentField; label: string }

function Code({ template, drafts, problems, editor, field, label }: CodeProps) {
  const { t } = useLingui()
  const isEditing = drafts.isEditing(field)
  const opener = useFocusReturn<HTMLButtonElement>(isEditing)
  const isEmpty = drafts.textOf(field) === ''
  return (
    <div className="grid grid-cols-1 gap-3">
      <CodeEditor
        key={isEditing ? 'edit' : 'view'}
        ref={editor}
        label={label}
        isLabelHidden
        language={field === 'html_content' ? 'html' : 'text'}
        rows={isEmpty && !isEditing ? 4 : 18}
        value={drafts.textOf(field)}
        onChange={(text) => drafts.type(field, text)}
        readOnly={!isEditing}
        autoFocus={isEditing}
        variables={template.variables}
        problems={problems}
        help={t`Ctrl+Enter saves, Esc cancels. Tab indents; Ctrl+M lets it leave the editor.`}
        {...(isEditing && { onSubmit: () => drafts.save(field), onCancel: () => drafts.cancel(field) })}
      />
      {field === 'text_content' && isEmpty && !isEditing && (
        <p className="text-text-2">
          <Trans>Generated from the HTML.</Trans>
        </p>
      )}
      {drafts.isConflict(field) && (
        <ConflictNotice
          theirs={drafts.storedOf(field)}
          pending={drafts.isSaving(field)}
          onOverwrite={() => drafts.save(field, { isOverwrite: true })}
          onDiscard={() => drafts.cancel(field)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isEditing ? (
          <>
            <Button
              size="sm"
              variant="primary"
              pending={drafts.isSaving(field)}
              pendingLabel={t`Saving...`}
              onPress={() => drafts.save(field)}
            >
              <Trans>Save</Trans>
            </Button>
            <Button size="sm" onPress={() => drafts.cancel(field)}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        ) : (
          <Button ref={opener} size="sm" icon={Pencil} aria-label={t`Edit ${label}`} onPress={() => drafts.begin(field)}>
            <Trans>Edit</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
