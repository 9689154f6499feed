import '../main.css'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { startTexts } from '../lib/i18n.ts'
import { releaseTime } from './clock.ts'
import { closeScreen } from './open.tsx'
import { takeProblems, watchPage } from './problems.ts'
import { forgetServer, interceptCalls } from './server.ts'

// The application has one style sheet, with those of all its parts.
import.meta.glob('../**/*.css', { eager: true })

withoutScreenKeyboard()
interceptCalls()
watchPage()
await startTexts()

/**
 * React Aria takes a window that gets smaller just after a field got the focus for the keyboard of a phone, and from then on shows a dialog only
 * when that keyboard had time to come: by an interval of which the held clock of another test may have the only one. A keyboard that
 * overlays the page is not waited for.
 */
function withoutScreenKeyboard(): void {
  const viewport =
    document.querySelector<HTMLMetaElement>('meta[name=viewport]') ?? document.head.appendChild(document.createElement('meta'))
  viewport.name = 'viewport'
  viewport.content = 'width=device-width, initial-scale=1, interactive-widget=overlays-content'
}

beforeEach(async () => {
  forgetStored()
  document.cookie = 'XSRF-TOKEN=of-the-test; path=/'
  await page.viewport(1280, 720)
})

/** What the page keeps of it in its memory is forgotten as well, as if another tab had taken it out. Sessions end with their screen. */
function forgetStored(): void {
  const keys = Object.keys(localStorage).filter((key) => key !== 'auth_token')
  localStorage.clear()
  sessionStorage.clear()
  for (const key of keys) window.dispatchEvent(new StorageEvent('storage', { key }))
}

afterEach(async () => {
  releaseTime()
  await closeScreen()
  forgetServer()
  const problems = takeProblems()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
