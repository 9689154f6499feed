/*
 * Functions injected into a page. Chrome sends a function's source, so each is self-contained and uses nothing of the page but its document: the
 * page's own scripts see neither these functions nor their arguments.
 */

/** `found`: it would be filled. `no_field`: there is none that a code belongs into. `moved`: it is another page by now. */
export type FillOutcome = 'filled' | 'found' | 'no_field' | 'moved'

export function probePage(): { origin: string; frameOrigins: string[] } {
  const frames = [...document.querySelectorAll('iframe')].filter((frame) => {
    const { width, height } = frame.getBoundingClientRect()
    return !frame.hasAttribute('sandbox') && width > 0 && height > 0
  })
  const origins = frames
    .flatMap(({ src }) => URL.parse(src)?.origin ?? [])
    .filter((origin) => origin.startsWith('https://') && origin !== location.origin)
  // In a sandbox or `about:blank`, `location.origin` is what the address suggests; `self.origin` is the real one.
  return { origin: self.origin, frameOrigins: [...new Set(origins)] }
}

/** Types a code into the field that has the focus, else into the one that asks for one-time codes, else into the likeliest. Never submits. `isLook`: types nothing. */
export function fillCode(code: string, origin: string, isLook = false): FillOutcome {
  if (self.origin !== origin || location.origin !== origin) return 'moved'
  const fields = inputsIn(document).filter(isFillable)
  const asking = fields.filter(({ autocomplete }) => autocomplete.split(/\s+/).includes('one-time-code'))
  const rated = fields.map((field) => ({ field, points: pointsOf(field) }))
  const most = Math.max(1, ...rated.map(({ points }) => points))
  const likeliest = rated.filter(({ points }) => points === most).map(({ field }) => field)
  const focused = fields.filter((field) => (field.getRootNode() as Document | ShadowRoot).activeElement === field)
  const digits = fields.filter(({ maxLength }) => maxLength === 1)
  for (const chosen of [focused, asking, likeliest]) {
    const boxes = boxesOf(chosen)
    const [only] = chosen
    if (boxes === undefined && (chosen.length !== 1 || only === undefined || only.maxLength === 1)) continue
    if (isLook) return 'found'
    if (boxes !== undefined) boxes.forEach((box, index) => type(box, code[index] ?? ''))
    else if (only !== undefined) type(only, code)
    return 'filled'
  }
  return 'no_field'

  /** All fields below, also those of components: the browser opens closed ones to extensions alone. */
  function inputsIn(root: ParentNode): HTMLInputElement[] {
    const { chrome: browser } = globalThis as { chrome?: { dom?: { openOrClosedShadowRoot: (of: HTMLElement) => ShadowRoot | null } } }
    return [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      if (element instanceof HTMLInputElement) return element
      const inside = browser?.dom?.openOrClosedShadowRoot(element) ?? element.shadowRoot
      return inside ? inputsIn(inside) : []
    })
  }

  function isFillable(field: HTMLInputElement): boolean {
    const { width, height } = field.getBoundingClientRect()
    const style = getComputedStyle(field)
    const isSeen = width > 4 && height > 4 && style.visibility === 'visible' && Number(style.opacity) > 0.1
    return isSeen && !field.disabled && !field.readOnly && ['text', 'tel', 'number', 'password', ''].includes(field.type)
  }

  function pointsOf(field: HTMLInputElement): number {
    const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent).join(' ')
    const words = [field.name, field.id, field.placeholder, field.getAttribute('aria-label') ?? '', labels].join(' ').toLowerCase()
    let points = 0
    if (/one.?time|otp|passcode|2fa|mfa|two.?factor|authenticat|verification|einmal|bestätigungscode/.test(words)) points += 4
    if (/code|token|pin\b/.test(words)) points += 2
    if (field.inputMode === 'numeric' || field.pattern.includes('[0-9]') || field.pattern.includes(String.raw`\d`)) points += 2
    if (field.maxLength === code.length) points += 2
    if (/search|suche|e-?mail|user|name|phone|zip|postal|coupon|promo|gutschein|captcha|card|cvv|cvc|iban|discount/.test(words)) points -= 6
    if (field.type === 'password' && !/otp|code|token/.test(words)) points -= 6
    // A number alone says too little.
    return points >= 4 ? points : 0
  }

  /** The fields for one digit each that the code belongs into: all that are alike, or those that begin with the chosen one. */
  function boxesOf(chosen: HTMLInputElement[]): HTMLInputElement[] | undefined {
    if (code.length > 1 && chosen.length === code.length) return chosen
    const [first] = chosen
    if (first?.maxLength !== 1) return undefined
    const boxes = digits.length === code.length ? digits : digits.slice(digits.indexOf(first), digits.indexOf(first) + code.length)
    return boxes.length === code.length ? boxes : undefined
  }

  /** Simulates typing, so that pages that watch their fields notice the value, even if they replaced the property with their own. */
  function type(field: HTMLInputElement, text: string): void {
    field.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: text, inputType: 'insertText' }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
