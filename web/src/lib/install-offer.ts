import { createLiveValue } from './live-value.ts'
import { createStoredSetting } from './stored-setting.ts'

/** Chromium's event for an installable application. No other browser has it, and neither has a type library. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

const prompt = createLiveValue<InstallPrompt | undefined>(undefined)

/** Installation is offered only to people who have used the application. */
const firstCopy = createStoredSetting('copied', ['yes', 'no'], 'no')

/** Whether to offer installation: the browser supports it, and a code was copied here before. */
export const installOffer = {
  get: () => prompt.get() !== undefined && firstCopy.get() === 'yes',
  subscribe(listener: () => void) {
    const stops = [prompt.subscribe(listener), firstCopy.subscribe(listener)]
    return () => stops.forEach((stop) => stop())
  },
}

/** A code reached the clipboard. */
export const rememberCopy = () => firstCopy.set('yes')

/** Shows the browser's own question. It may be asked once; the browser says when it can be asked again. */
export function install(): void {
  const shown = prompt.get()
  prompt.set(undefined)
  void shown?.prompt()
}

/** Keeps the browser from asking by itself. Has to listen before the page has loaded. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt.set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => prompt.set(undefined))
}
