import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { shortcuts } from '../lib/shortcuts.ts'

/* The vault as a list. */

export const row = (name: string) => page.getByRole('button', { name: `Copy the code of ${name}`, exact: true })
export const search = page.getByRole('searchbox', { name: 'Search keys' })
export const panel = (name: string) => page.getByRole('region', { name, exact: true })
export const copied = (name: string) => page.getByText(`${name} code copied to clipboard!`)
/** Its window does not turn within a test. */
export const key = (number: number, more = {}) => ({ name: `Key ${number}`, account: null, period: 1_000_000_000, ...more })
/** Most keys are known a moment after the codes are there. */
export const listensTo = (name: string) => expect.poll(() => shortcuts.get().some(({ keys }) => keys.includes(name))).toBe(true)
export const many = (count: number) => Array.from({ length: count }, (_, index) => key(index + 1))
