import { commands } from 'vitest/browser'

let taken: Promise<void> | undefined

/**
 * The pages that tests run in share the clipboard of their browser: from here on it belongs to the running test, until that is over. Whatever
 * writes by `navigator.clipboard` takes it by itself.
 */
export const takeClipboard = (): Promise<void> => (taken ??= commands.takeClipboard())

export async function leaveClipboard(): Promise<void> {
  if (taken === undefined) return
  await taken
  taken = undefined
  await commands.leaveClipboard()
}

export function shareClipboard(): void {
  const { clipboard } = navigator
  const [writeText, write] = [clipboard.writeText.bind(clipboard), clipboard.write.bind(clipboard)]
  clipboard.writeText = async (text) => {
    await takeClipboard()
    await writeText(text)
  }
  clipboard.write = async (items) => {
    await takeClipboard()
    await write(items)
  }
}
