import './code-editor.css'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeLanguage, CodeProblem, createEditor as createEditorType, Editor } from './code-mirror.ts'
import { SpokenError } from './Field.tsx'
import type { LiquidVariables } from './liquid-completion.ts'
import { Skeleton } from './Loading.tsx'
import { TextArea } from './TextArea.tsx'
import { leftToRight } from './MachineText.tsx'

export type CodeEditorHandle = { focus: () => void; goTo: (line: number, column: number) => void }

type CodeEditorProps = {
  ref?: Ref<CodeEditorHandle>
  label: string
  /** The surroundings name it already, so the label is for screen readers only. */
  isLabelHidden?: boolean
  /** Beside the label, such as "Optional". */
  note?: ReactNode
  help?: ReactNode
  error?: ReactNode
  /** Read once, as are `label` and `readOnly`; another `key` makes another editor. */
  language: CodeLanguage
  value: string
  onChange?: (value: string) => void
  readOnly?: boolean
  autoFocus?: boolean
  /** Lines to make room for. */
  rows?: number
  /** Offered behind `{{`, with what each holds. Left out: no Liquid. */
  variables?: LiquidVariables
  /** Shown at their lines. */
  problems?: readonly CodeProblem[]
  /** Ctrl or Cmd with Enter. */
  onSubmit?: () => void
  /** Escape. Without it, Escape lets Tab leave the editor. */
  onCancel?: () => void
}

/** An editor for code: colored, with completion, and with problems at their lines. It is fetched when it is first shown. */
export function CodeEditor({ ref, label, isLabelHidden = false, note, help, error, rows = 12, ...props }: CodeEditorProps) {
  const { t } = useLingui()
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const { state, editor, pending } = useEditor(host, label, t`Tab indents. Press Escape and then Tab to leave the editor.`, props)
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    goTo(line, column) {
      // Remembers the position until the editor is loaded.
      if (editor.current) editor.current.goTo(line, column)
      else pending.current = [line, column]
    },
  }))
  if (state === 'failed') return <PlainEditor {...{ label, note, help, error, rows }} {...props} />
  return (
    <div className="ui-field" role="group" aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : undefined}>
      <div className={isLabelHidden ? 'sr-only' : 'ui-field-head'}>
        <span id={`${id}-label`} className="ui-code-label">
          {label}
        </span>
        {note && <span className="ui-field-note">{note}</span>}
      </div>
      <div className="ui-code" data-invalid={error ? true : undefined} style={{ minHeight: `${rows * 1.6 * 0.8125 + 1}rem` }}>
        {state === 'loading' && (
          <div className="grid gap-2 p-3" role="status">
            <span className="sr-only">{t`Loading...`}</span>
            <Skeleton width="60%" />
            <Skeleton width="35%" />
          </div>
        )}
        {/* A stop of Tab by itself: what keeps the focus in a dialog does not look into shadow roots. The focus goes on to the editor in it. */}
        <div ref={host} className={`ui-code-host ${leftToRight}`} tabIndex={0} />
      </div>
      <SpokenError id={`${id}-error`}>{error}</SpokenError>
      {!error && !props.readOnly && <p className="ui-field-help">{help ?? <LeaveHint cancels={props.onCancel !== undefined} />}</p>}
    </div>
  )
}

function LeaveHint({ cancels }: { cancels: boolean }) {
  const { t } = useLingui()
  return cancels ? t`Ctrl+Enter saves, Esc cancels.` : t`Esc, then Tab leaves the editor.`
}

/** Fallback if the editor cannot be loaded: the text can still be changed. */
function PlainEditor({ value, onChange, readOnly = false, onSubmit, onCancel, ...field }: Omit<CodeEditorProps, 'ref' | 'isLabelHidden'>) {
  const { label, note, help, error, rows = 12 } = field
  return (
    <TextArea
      {...{ label, note, help, error, rows, value, readOnly }}
      mono
      spellCheck={false}
      onChange={({ target }) => onChange?.(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.()
        if (event.key === 'Escape') onCancel?.()
      }}
    />
  )
}

type Fetched = 'loading' | 'ready' | 'failed'

function useEditor(
  host: React.RefObject<HTMLDivElement | null>,
  label: string,
  description: string,
  { language, value, readOnly = false, autoFocus = false, problems, ...props }: Omit<CodeEditorProps, 'ref' | 'label'>,
) {
  const [state, setState] = useState<Fetched>('loading')
  const editor = useRef<Editor>(undefined)
  const pending = useRef<[line: number, column: number]>(undefined)
  const onChange = useEffectEvent((text: string) => props.onChange?.(text))
  // React cannot see from which event a shadow root calls, and may not have drawn the last keystroke: it would be saved without.
  const settle = useEffectEvent((text: string) => {
    if (text !== value) flushSync(() => props.onChange?.(text))
  })
  const onSubmit = useEffectEvent(() => {
    props.onSubmit?.()
    return props.onSubmit !== undefined
  })
  const onCancel = useEffectEvent(() => {
    props.onCancel?.()
    return props.onCancel !== undefined
  })
  const variables = useEffectEvent(() => props.variables)
  const start = useEffectEvent((create: typeof createEditorType) => {
    if (!host.current) return
    editor.current = create({
      host: host.current,
      language,
      value,
      label,
      description,
      readOnly,
      onChange: (text) => onChange(text),
      onSubmit: (text) => {
        settle(text)
        return onSubmit()
      },
      onCancel: (text) => {
        settle(text)
        return onCancel()
      },
      variables: () => variables(),
    })
    setState('ready')
    if (pending.current) editor.current.goTo(...pending.current)
    else if (autoFocus) editor.current.focus()
    pending.current = undefined
  })

  useEffect(() => {
    let isOver = false
    import('./code-mirror.ts').then(
      ({ createEditor }) => !isOver && start(createEditor),
      () => !isOver && setState('failed'),
    )
    return () => {
      isOver = true
      editor.current?.destroy()
      editor.current = undefined
    }
  }, [language])
  useEffect(() => editor.current?.setValue(value), [value])
  useEffect(() => editor.current?.setProblems(problems ?? []), [problems, state])
  return { state, editor, pending }
}
