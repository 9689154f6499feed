import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Uses tokens only, so that the editor follows the color scheme; custom properties reach into its shadow root. */
const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: 'var(--fs-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6', fontVariantLigatures: 'none', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: 'var(--sp-2) 0' },
  '.cm-line': { padding: '0 var(--sp-2)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-line)',
  },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-3)', borderRight: '1px solid var(--border)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--info-soft)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent-line)',
  },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--neutral)', border: 'none', color: 'var(--text-2)' },
  '.cm-liquid': { backgroundColor: 'var(--accent-soft)', borderRadius: 'var(--r-sm)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--r-md)',
    boxShadow: 'var(--shadow-2)',
    color: 'var(--text)',
    zIndex: '60',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', maxHeight: '14rem', maxWidth: 'min(28rem, 90vw)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px var(--sp-2)', color: 'var(--text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontFamily: 'var(--font-sans)', fontStyle: 'normal', opacity: '0.85' },
  '.cm-diagnostic': { padding: 'var(--sp-1) var(--sp-3)', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--border)' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', border: '1px solid var(--field)', color: 'var(--text)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--control)', border: '1px solid var(--field)', color: 'var(--text)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.className], color: 'var(--accent-text)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--info-text)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--success-text)' },
  { tag: [tags.number, tags.unit, tags.bool, tags.null, tags.color], color: 'var(--warning-text)' },
  { tag: [tags.comment, tags.meta, tags.angleBracket], color: 'var(--text-3)' },
  { tag: tags.invalid, color: 'var(--danger-text)' },
])

export const codeTheme: Extension = [look, syntaxHighlighting(colours)]
