import { isProofField } from '../lib/proof-field.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Fields that narrow a list hold nothing that could be lost. */
const selector = 'textarea, select, input:not([type=search], [type=hidden], [type=submit], [type=button])'

export interface TypedFields {
  /** Whether a mounted field differs from its initial value. */
  areChanged: () => boolean
  stop: () => void
}

/** Watches the fields below `root`, so that a form need not say by itself that it is half filled. */
export function watchTypedFields(root: Element): TypedFields {
  const before = new Map<Field, string>()
  const changed = new Set<Field>()
  const remember = (field: Element) => {
    if (isField(field) && !before.has(field)) before.set(field, valueOf(field))
  }
  const onFocus = ({ target }: Event) => target instanceof Element && remember(target)
  const onInput = ({ target }: Event) => target instanceof Element && isField(target) && changed.add(target)
  for (const field of root.querySelectorAll(selector)) remember(field)
  root.addEventListener('focusin', onFocus)
  root.addEventListener('input', onInput)
  return {
    areChanged: () => [...changed].some((field) => field.isConnected && valueOf(field) !== before.get(field)),
    stop() {
      root.removeEventListener('focusin', onFocus)
      root.removeEventListener('input', onInput)
    },
  }
}

const isField = (element: Element): element is Field => element.matches(selector) && !isProofField(element)

const valueOf = (field: Field) =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio') ? String(field.checked) : field.value
