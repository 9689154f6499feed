import { windowHeight } from './window.ts'

let seen: string[] = []
let allowed: RegExp[] = []

/** Something that no test may pass over in silence. */
export const noteProblem = (problem: string) => void seen.push(problem)

/** Permits problems whose text matches, for the rest of the test. */
export const allowProblem = (pattern: RegExp) => void allowed.push(pattern)

/** Those since the last time, without the permitted ones. */
export function takeProblems(): string[] {
  const problems = seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))
  seen = []
  allowed = []
  return problems
}

/** Chromium says so when a measurement leads to another one, which comes a frame later; Vitest writes it as an error. */
const isNotice = (parts: readonly unknown[]) => /ResizeObserver loop completed/.test(String(parts[0]))

/** Whatever the page writes as an error, or throws where nobody catches it, and a window that is not as high as all tests want it. */
export function watchPage(): void {
  window.addEventListener('resize', () => {
    if (window.innerHeight !== windowHeight) noteProblem(`The window is ${window.innerHeight} pixels high. Use resizeWindow.`)
  })
  const write = console.error
  console.error = (...parts: unknown[]) => {
    if (isNotice(parts)) return
    noteProblem(`Console error: ${parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' ')}`)
    write(...parts)
  }
}
