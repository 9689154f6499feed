import { hasNoControlCharacters } from '@twofold/contract/control-characters'

/*
 * Search parameters of a list, for `validateSearch` of its route: only known values are accepted, and defaults are omitted.
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

/**
 * The router's `parseSearch`: every value stays the text that it is. The router's own reads each as JSON, which turns a search for `12e45678`
 * into Infinity and one for a long number into another number.
 */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))

/** The router's `stringifySearch`, with its question mark; what is undefined is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams(Object.entries(present(search)).map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && hasNoControlCharacters(value) ? value.slice(0, 254) : undefined
}

/** Something that is on: from an address, or from the screen itself. */
export const flagIn = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined)

/** A whole number from `min`, as an address or the screen itself has it. */
export function wholeNumberIn(value: unknown, min: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= 1_000_000 ? number : undefined
}

export function oneIn<const Option extends string>(value: unknown, options: readonly Option[]): Option | undefined {
  return options.find((option) => option === value)
}

/** A page beyond the first. */
export const pageIn = (value: unknown) => wholeNumberIn(value, 2)

/** February has no 30th, which `Date` takes for a day in March. */
function isTime(text: string): boolean {
  const time = Date.parse(text.length > 10 ? `${text}Z` : text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A day, as `<input type="date">` has it. */
export function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isTime(value) ? value : undefined
}

/** A minute, as `<input type="datetime-local">` has it. */
export function minuteIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value) && isTime(value) ? value : undefined
}

/** Drops undefined values, to keep them out of the address. */
export function present<Search extends object>(search: Search): { [Name in keyof Search]?: Exclude<Search[Name], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Search]?: Exclude<Search[Name], undefined>
  }
}
