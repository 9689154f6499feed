/** Puts `text` on the clipboard. False when the browser allows neither of the two ways. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing outside HTTPS and localhost; refused when the page has no focus or no permission.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  // A dialog takes the focus back from whatever lies outside it, and with it the selection.
  const host = focused?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.ariaHidden = 'true'
  area.className = 'sr-only'
  host.append(area)
  try {
    area.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
