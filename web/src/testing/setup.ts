import './without-react-tracks.ts'
import './without-owner-stacks.ts'
import './styles.ts'
import { afterEach, beforeEach } from 'vitest'
import { startTexts } from '../lib/i18n.ts'
import { boundFinding } from './bounded-finding.ts'
import { leaveClipboard, shareClipboard } from './clipboard.ts'
import { releaseTime } from './clock.ts'
import { closeScreen } from './open.tsx'
import { takeProblems, watchPage } from './problems.ts'
import { forgetServer, interceptCalls } from './server.ts'
import { resizeWindow } from './window.ts'

boundFinding()
interceptCalls()
shareClipboard()
watchPage()
await startTexts()

beforeEach(async () => {
  forgetStored()
  document.cookie = 'XSRF-TOKEN=of-the-test; path=/'
  await resizeWindow(1280)
})

/** Clears the page's copies too, as if another tab had changed the storage. Sessions end with their screen. */
function forgetStored(): void {
  const keys = Object.keys(localStorage).filter((key) => key !== 'auth_token')
  localStorage.clear()
  sessionStorage.clear()
  for (const key of keys) window.dispatchEvent(new StorageEvent('storage', { key }))
}

afterEach(async () => {
  releaseTime()
  await leaveClipboard()
  await closeScreen()
  forgetServer()
  const problems = takeProblems()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
