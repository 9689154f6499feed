import { acceptCompletion, autocompletion, type CompletionSource, completionStatus } from '@codemirror/autocomplete'
import { indentLess, indentMore } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { json } from '@codemirror/lang-json'
import { type Diagnostic, diagnosticCount, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension, Prec, type Text } from '@codemirror/state'
import { Decoration, EditorView, keymap, MatchDecorator, ViewPlugin } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { codeTheme } from './code-theme.ts'
import { completeLiquid, type LiquidVariables } from './liquid-completion.ts'

export type CodeLanguage = 'html' | 'css' | 'json' | 'text'

/** Something to say about a place of the text. Line and column from 1. */
export type CodeProblem = { severity: 'error' | 'warning'; message: string; line: number; column: number }

export type EditorSettings = {
  host: HTMLElement
  language: CodeLanguage
  value: string
  /** For screen readers; ids outside a shadow root cannot be referenced from within. */
  label: string
  description: string
  readOnly: boolean
  onChange: (value: string) => void
  /** Ctrl or Cmd with Enter, with the text as it is now; false: it means nothing here. */
  onSubmit: (value: string) => boolean
  /** Escape, with the text as it is now; false: it means nothing here. */
  onCancel: (value: string) => boolean
  /** Undefined: no Liquid. */
  variables: () => LiquidVariables | undefined
}

export type Editor = {
  setValue: (value: string) => void
  setProblems: (problems: readonly CodeProblem[]) => void
  focus: () => void
  /** Moves the cursor there, into view. */
  goTo: (line: number, column: number) => void
  destroy: () => void
}

/** Milliseconds after Escape for which Tab leaves the editor, as in CodeMirror itself. */
const escapeCounts = 2000

const languages: Record<CodeLanguage, () => Extension> = { html: () => html(), css: () => css(), json: () => json(), text: () => [] }

/**
 * CodeMirror in a shadow root: there its styles are constructed sheets, which the Content-Security-Policy lets in, while the <style>
 * elements it adds to a document would be refused.
 */
export function createEditor(settings: EditorSettings): Editor {
  const { host } = settings
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const description = document.createElement('p')
  description.id = 'description'
  description.hidden = true
  description.textContent = settings.description
  const view = new EditorView({ root, state: EditorState.create({ doc: settings.value, extensions: extensionsOf(settings) }) })
  root.replaceChildren(view.dom, description)
  const listening = new AbortController()
  letEscapeLeave(host, view, listening.signal)
  // The host hands its focus to the first element that can have it; the text is the second.
  host.addEventListener('focusin', () => root.activeElement === view.scrollDOM && view.focus(), { signal: listening.signal })
  return {
    setValue(value) {
      if (value !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
    },
    setProblems(problems) {
      // A transaction for nothing would put back a selection that the browser has not reported yet.
      if (problems.length === 0 && diagnosticCount(view.state) === 0) return
      view.dispatch(setDiagnostics(view.state, problems.map(placed(view.state.doc))))
    },
    focus: () => view.focus(),
    goTo(line, column) {
      const anchor = offsetOf(view.state.doc, line, column)
      // In the middle: at the edge of the window, sticky elements would cover it.
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      view.focus()
    },
    destroy() {
      listening.abort()
      view.destroy()
      description.remove()
    },
  }
}

function extensionsOf({ language, label, readOnly, ...settings }: EditorSettings): Extension {
  const keys = keymap.of([
    { key: 'Mod-Enter', run: ({ state }) => settings.onSubmit(state.doc.toString()) },
    // While completions are shown Escape closes them; pending ones do not prevent leaving.
    { key: 'Escape', run: ({ state }) => completionStatus(state) !== 'active' && settings.onCancel(state.doc.toString()) },
    { key: 'Tab', run: (view) => acceptCompletion(view) || indentMore(view), shift: indentLess },
  ])
  const hasLiquid = settings.variables() !== undefined
  return [
    Prec.highest(keys),
    basicSetup,
    languages[language](),
    codeTheme,
    replaceByOurselves,
    EditorView.lineWrapping,
    lintGutter(),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': 'description',
      // It is focusable anyway; declared for tools that check whether scrolling is possible by keyboard.
      tabindex: '0',
      spellcheck: language === 'text' ? 'true' : 'false',
    }),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && settings.onChange(state.doc.toString())),
    hasLiquid ? [liquidMarks, autocompletion({ override: [liquidBefore(() => settings.variables() ?? {})] })] : [],
  ]
}

/**
 * Typing over a selection. Chromium would carry the selection's colors over in `style` attributes, which the policy of the page refuses, and
 * say so in the console.
 */
const replaceByOurselves = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { selection, readOnly } = view.state
    const text = event.data
    if (event.inputType !== 'insertText' || text === null || view.composing || readOnly || selection.main.empty) return false
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    const { from, to } = selection.main
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert))
    if (!isHandled) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})

/** Within Liquid what fits there, elsewhere what the language offers. */
const liquidBefore =
  (variables: () => LiquidVariables): CompletionSource =>
  async (context) => {
    const found = completeLiquid(context, variables())
    if (found) return found
    for (const source of context.state.languageDataAt<CompletionSource>('autocomplete', context.pos)) {
      const offered = await source(context)
      if (offered) return offered
    }
    return null
  }

const liquid = new MatchDecorator({ regexp: /\{\{.*?\}\}|\{%.*?%\}/g, decoration: Decoration.mark({ class: 'cm-liquid' }) })
const liquidMarks = ViewPlugin.define(
  (view) => {
    let marks = liquid.createDeco(view)
    return {
      get marks() {
        return marks
      },
      update(update) {
        marks = liquid.updateDeco(update, marks)
      },
    }
  },
  { decorations: ({ marks }) => marks },
)

/** The first Escape is for the editor, so that Tab leaves it next; only a second one reaches a dialog around it. */
function letEscapeLeave(host: HTMLElement, view: EditorView, signal: AbortSignal): void {
  let armedUntil = 0
  host.addEventListener(
    'keydown',
    (event) => {
      // The key indented: a dialog around the editor must not move the focus as well.
      if (event.key === 'Tab' && event.defaultPrevented) event.stopPropagation()
      if (event.key !== 'Escape') return
      const now = performance.now()
      if (!event.defaultPrevented && now < armedUntil) return
      event.stopPropagation()
      armedUntil = now + escapeCounts
      view.setTabFocusMode(escapeCounts)
    },
    { signal },
  )
}

function offsetOf(doc: Text, line: number, column: number): number {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return Math.min(at.from + Math.max(column - 1, 0), at.to)
}

/** Marks the word, tag or Liquid that begins there. */
const placed =
  (doc: Text) =>
  ({ severity, message, line, column }: CodeProblem): Diagnostic => {
    const from = offsetOf(doc, line, column)
    const rest = doc.sliceString(from, doc.lineAt(from).to)
    const length = /^(?:\{\{.*?\}\}|\{%.*?%\}|<[^>]*>|[\w.-]+|\S)/.exec(rest)?.[0].length ?? 0
    return { from, to: from + length, severity, message }
  }
