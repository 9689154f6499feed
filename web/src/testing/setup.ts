import '../main.css'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { startTexts } from '../lib/i18n.ts'
import { releaseTime } from './clock.ts'
import { closeScreen, forgetChoices } from './open.tsx'
import { takeProblems, watchPage } from './problems.ts'
import { forgetServer, interceptCalls } from './server.ts'

// The application has one style sheet, with those of all its parts.
import.meta.glob('../**/*.css', { eager: true })

interceptCalls()
watchPage()
await startTexts()

beforeEach(async () => {
  forgetChoices()
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'XSRF-TOKEN=of-the-test; path=/'
  await page.viewport(1280, 720)
})

afterEach(async () => {
  releaseTime()
  await closeScreen()
  forgetServer()
  const problems = takeProblems()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
