import { TwofoldError } from '@twofold/client'
import { fillPattern } from '@twofold/contract/sentences/fill-pattern'
import { complaintName } from './complaint-name.ts'

/** A sentence of the extension, in the browser's language. */
export const text = (name: string, ...values: string[]): string => chrome.i18n.getMessage(name, values)

/** The sentence about a failed call, in the browser's language where it is one of the extension's; else as the vault words it. */
export function failureText(error: unknown, url: string): string {
  if (!(error instanceof TwofoldError)) return (error as Error).message
  if (error.code === 'client.unreachable') return text('unreachable', url)
  // Its own sentence is about the fields of a form.
  const complaint = error.code === 'request.invalid' ? Object.values(error.errors)[0]?.[0] : undefined
  if (complaint !== undefined) return inOwnWords(complaintName(complaint), { number: /\d+/.exec(complaint)?.[0] ?? '' }, complaint)
  return inOwnWords(`error_${error.code.replaceAll('.', '_')}`, error.parameters, error.message)
}

/** A sentence of the vault in the browser's language, or as it came. */
function inOwnWords(name: string, values: Record<string, string | number>, came: string): string {
  const pattern = text(name)
  try {
    return pattern === '' ? came : fillPattern(pattern, values, chrome.i18n.getUILanguage())
  } catch {
    // A vault of another version sends other values.
    return came
  }
}

type Attributes = Partial<
  Record<'id' | 'class' | 'type' | 'href' | 'target' | 'for' | 'placeholder' | 'autocomplete' | 'role' | 'value' | 'inputmode', string>
>

/** An element with attributes and content. Content that is text stays text, whatever it says. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...content)
  return made
}

/** Another press while the first one is worked on does nothing: a code would be taken twice. */
export function button(label: string, press: () => unknown, kind = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind }, label)
  let isBusy = false
  made.addEventListener('click', () => {
    if (isBusy) return
    isBusy = true
    void Promise.resolve(press()).finally(() => (isBusy = false))
  })
  return made
}

/** A form of one field. Answers what was entered, each time. */
export function question(label: string, field: Attributes, submit: string, entered: (value: string) => unknown): HTMLFormElement {
  const input = element('input', { id: 'answer', ...field })
  const form = element('form', {}, element('label', { for: 'answer' }, label), input, element('button', { class: 'primary' }, submit))
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (input.value.trim() !== '') void entered(input.value.trim())
  })
  return form
}

/** Shows this in place of what was there and what was said about that, with the focus where one goes on. */
export function show(...content: (Node | string)[]): void {
  const main = document.querySelector('main')
  main?.replaceChildren(...content)
  say('')
  main?.querySelector<HTMLElement>('input, button.primary, button')?.focus()
}

/** Says how it goes, also to those who listen. */
export function say(message: string, kind: 'note' | 'error' = 'note'): void {
  const line = document.querySelector<HTMLElement>('#said')
  if (line === null) return
  line.textContent = message
  line.dataset['kind'] = kind
}

/** Once for a page. */
export function beginPage(): void {
  document.documentElement.lang = chrome.i18n.getUILanguage()
  document.body.append(element('main'), element('p', { id: 'said', role: 'status' }))
}
