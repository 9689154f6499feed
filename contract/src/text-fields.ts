import * as z from 'zod/mini'
import { holdsKeyLink } from './holds-key-link.ts'
import { hasNoControlCharacters } from './control-characters.ts'
import { isWhatItLooksLike, keyLinkRefusal } from './hidden-characters.ts'

/** No name is that long, and a text of megabytes is not worth reading. */
const longestRead = 10_000

/** Common rules of all names: of people, keys, tags, groups, templates. Applied before trimming, which treats some hidden characters as spaces. */
export const nameRules = (refusal = 'This contains characters that are not allowed') =>
  [
    z.refine<string>((text) => text.length <= longestRead && isWhatItLooksLike(text), refusal),
    z.trim(),
    z.refine<string>(hasNoControlCharacters, refusal),
    z.refine<string>((text) => text.length > longestRead || !holdsKeyLink(text), keyLinkRefusal),
  ] as const

/** A name, or part of one, that may be empty. */
export const label = (max: number) => z.string().check(...nameRules(), z.maxLength(max))

/** The name of something that has to have one. */
export const requiredName = (max: number, refusal = 'Name contains characters that are not allowed') =>
  z
    .string('Name is required')
    .check(...nameRules(refusal), z.minLength(1, 'Name is required'), z.maxLength(max, `Name must be at most ${max} characters`))

/** Text on one line, without blanks around it. */
export const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.refine(hasNoControlCharacters))
