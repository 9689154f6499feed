import { useLingui } from '@lingui/react/macro'
import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { Template } from '@twofold/contract/mail-design/templates'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CodeEditorHandle } from '../../ui/CodeEditor.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ChecksPanel } from './ChecksPanel.tsx'
import { type ContentTab, ContentPanel } from './ContentPanel.tsx'
import { LineField, type LineHandle } from './LineField.tsx'
import { OverviewPanel } from './OverviewPanel.tsx'
import { ActionsPanel } from './ActionsPanel.tsx'
import { SideMapping } from './SideMapping.tsx'
import { TranslationsPanel } from './TranslationsPanel.tsx'
import { useChecks } from './use-checks.ts'
import { useContentDrafts } from './use-content-drafts.ts'
import { useSamples } from './use-samples.ts'
import { VariablesPanel } from './VariablesPanel.tsx'
import { VersionsPanel } from './VersionsPanel.tsx'

/** Its search parameters; defaults are omitted. */
export type EditorSearch = {
  view?: 'versions' | 'translations'
  tab?: Exclude<ContentTab, 'preview'>
  version?: number
  language?: string
}

type TemplateEditorProps = {
  template: Template
  search: EditorSearch
  onSearch: (change: { [Name in keyof EditorSearch]: EditorSearch[Name] | undefined }) => void
  /** Its e-mails. */
  logs: ReactNode
  /** The events that use it. */
  mappings: ReactNode
  /** The trial with these values. */
  trial: (data: SampleData) => ReactNode
}

/** One template with everything about it. Drafts survive a change of tabs. */
export function TemplateEditor({ template, search, onSearch, logs, mappings, trial }: TemplateEditorProps) {
  const { t } = useLingui()
  const drafts = useContentDrafts(template)
  const checks = useChecks(template, { subject: template.subject, ...drafts.texts })
  const samples = useSamples()
  const editor = useRef<CodeEditorHandle>(null)
  const subject = useRef<LineHandle>(null)
  const [target, setTarget] = useState<TemplateProblem>()
  const view = search.view ?? 'template'
  const tab = search.tab ?? 'preview'
  const goTo = (problem: TemplateProblem) => {
    if (problem.field === 'subject') return subject.current?.edit()
    onSearch({ tab: problem.field === 'html_content' ? 'html' : 'text' })
    // Another object each time, so that the same line can be asked for again.
    setTarget({ ...problem })
  }
  // The editor of another tab is there only once that tab is.
  useEffect(() => {
    if (!target || tab !== (target.field === 'html_content' ? 'html' : 'text')) return
    editor.current?.goTo(target.line, target.column)
  }, [target, tab])

  return (
    <div className="grid grid-cols-1 items-start gap-6 *:grid *:min-w-0 *:gap-6 min-[75rem]:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        <Tabs
          label={t`Template`}
          selected={view}
          onSelect={(next) => onSearch({ view: next === 'template' ? undefined : next, version: undefined, language: undefined })}
          items={[
            {
              id: 'template',
              label: t`Template`,
              content: (
                <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                  <OverviewPanel template={template} />
                  <Panel title={t`Subject Line`}>
                    <LineField ref={subject} template={template} field="subject" label={t`Subject`}>
                      {template.subject}
                    </LineField>
                  </Panel>
                  <ContentPanel
                    template={template}
                    drafts={drafts}
                    samples={samples}
                    problems={checks.data?.problems ?? []}
                    tab={tab}
                    onTab={(next) => onSearch({ tab: next === 'preview' ? undefined : next })}
                    editor={editor}
                  />
                  <ChecksPanel checks={checks} onGoTo={goTo} />
                  {logs}
                  {mappings}
                </div>
              ),
            },
            {
              id: 'versions',
              label: t`Versions`,
              content: <VersionsPanel template={template} compared={search.version} onCompare={(version) => onSearch({ version })} />,
            },
            {
              id: 'translations',
              label: t`Translations`,
              content: (
                <TranslationsPanel template={template} language={search.language} onLanguage={(language) => onSearch({ language })} />
              ),
            },
          ]}
        />
      </div>
      <div>
        {trial(samples.given)}
        <VariablesPanel template={template} />
        <SideMapping template={template} />
        <ActionsPanel template={template} data={samples.given} />
      </div>
    </div>
  )
}
