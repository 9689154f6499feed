import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import { translateComplaint } from '../../../lib/server-texts.ts'
import { CodeEditor, type CodeEditorHandle } from '../../../ui/CodeEditor.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { FormSection } from './FormSection.tsx'
import type { Customizer } from './use-customizer.ts'

export type CssProblem = { message: string; line: number; column: number }

type CssSectionProps = Customizer & { problems: readonly CssProblem[]; isReadOnly: boolean; onSubmit: () => void }

/** CSS of one's own: what is not on the server's list is named with its line, and keeps the theme from being saved. */
export function CssSection({ field, errorOf, problems, isReadOnly, onSubmit }: CssSectionProps) {
  const { t } = useLingui()
  const editor = useRef<CodeEditorHandle>(null)
  const marked = useMemo(() => problems.map((problem) => ({ ...problem, severity: 'error' as const })), [problems])
  return (
    <FormSection title={t`Custom CSS`}>
      <CodeEditor
        ref={editor}
        label={t`Custom CSS`}
        isLabelHidden
        language="css"
        rows={7}
        {...field('custom_css')}
        problems={marked}
        readOnly={isReadOnly}
        error={problems.length === 0 ? errorOf('custom_css') : undefined}
        onSubmit={onSubmit}
      />
      <div role="status">
        {problems.length > 0 && (
          <ul className="grid gap-1 text-danger-text text-sm wrap-anywhere" aria-label={t`Problems of the custom CSS`}>
            {problems.map(({ message, line, column }) => (
              <li key={`${line}:${column}:${message}`}>
                <TextButton onPress={() => editor.current?.goTo(line, column)}>
                  <Trans>Line {line}</Trans>
                </TextButton>{' '}
                {translateComplaint(message)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="text-sm text-text-3">
        <Trans>Colors, fonts, sizes and spacing, also in @media. Nothing that loads, and nothing that moves out of its place.</Trans>
      </p>
    </FormSection>
  )
}
