import * as z from 'zod/mini'

/** A sentence of the server as a page words it: which one of `sentences.ts` or of the errors, and what fills it. */
export const wording = z.object({
  code: z.string(),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type Wording = z.infer<typeof wording>

/** The sentences that make up a text, one after the other. */
export const wordings = z.array(wording)

/** Success message of an answer: in English for programs, and by codes for pages in other languages. */
export const said = { message: z.string(), said: z.object({ message: wordings }) }
/** The same for calls that also report success. */
export const done = { success: z.boolean(), ...said }

export interface Said {
  message: string
  said: { message: Wording[] }
}
