import * as z from 'zod/mini'

/** Bytes of HTML above which Gmail clips an e-mail. */
export const clippingBytes = 102 * 1024

/** Something about a template that will not look or work as meant. Errors keep it from being saved. */
export const templateProblem = z.object({
  severity: z.enum(['error', 'warning']),
  kind: z.enum([
    'syntax',
    'not_available',
    'unknown_variable',
    'limit',
    'link',
    'empty_link',
    'text_part',
    'contrast',
    'outlook',
    'gmail',
    'dark_mode',
    'size',
    'alt_text',
  ]),
  field: z.enum(['subject', 'html_content', 'text_content']),
  message: z.string(),
  /** Both from 1. */
  line: z.number(),
  column: z.number(),
})
export type TemplateProblem = z.infer<typeof templateProblem>
