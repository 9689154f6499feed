import { hasNoControlCharacters } from '@twofold/contract/text'

/*
 * What of a list stands in its address, as `validateSearch` of its route reads it: whatever somebody typed there, only what the screen knows
 * comes through, and what is the default does not stand there.
 */

/**
 * The `validateSearch` of a route. What `read` does not answer is answered as undefined: the router lays the answer over what was typed, and
 * would let through what is left out.
 */
export function searchIn<Search extends object>(read: (typed: Record<string, unknown>) => Search) {
  return (typed: Record<string, unknown>): { [Name in keyof Search]?: Search[Name] | undefined } => ({
    ...Object.fromEntries(Object.keys(typed).map((name) => [name, undefined])),
    ...read(typed),
  })
}

/** A text to search for; an address that looks like a number comes as one. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && hasNoControlCharacters(text) ? text.slice(0, 254) : undefined
}

export function oneIn<const Option extends string>(value: unknown, options: readonly Option[]): Option | undefined {
  return options.find((option) => option === value)
}

/** A page beyond the first. */
export function pageIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= 1_000_000 ? value : undefined
}

/** A day, as `<input type="date">` has it. */
export function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** A minute, as `<input type="datetime-local">` has it. */
export function minuteIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** Without what is undefined, so that it does not stand in the address. */
export function present<Search extends object>(search: Search): { [Name in keyof Search]?: Exclude<Search[Name], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Search]?: Exclude<Search[Name], undefined>
  }
}
