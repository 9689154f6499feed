import * as z from 'zod/mini'
import { label, line } from '../text-fields.ts'
import { mailCategory } from './mail-terms.ts'
import { slugField } from './slugs.ts'

/** Bytes: two contents of 256 KiB, written as JSON. */
export const contentBodyLimit = 2 * 1024 * 1024

export const content = z.string().check(
  z.maxLength(256 * 1024),
  z.refine((text) => !text.includes('\0'), 'This contains a character that cannot be stored'),
)

export const templateFields = {
  name: label(100).check(z.minLength(1, 'Template name is required')),
  category: mailCategory,
  /** Liquid in text. */
  subject: line(500).check(z.minLength(1, 'Subject is required')),
  description: z.nullable(line(500)),
  /** Liquid in HTML. */
  html_content: content.check(z.minLength(1, 'HTML content is required')),
  /** Liquid in text; empty: derived from the HTML during rendering. */
  text_content: z.nullable(content),
  is_active: z.boolean(),
} as const

/** Empty or null: none. */
export const themeChoice = z.nullable(z.union([z.literal(''), slugField]))

/** Everything a variable may be given for a preview or a test: flat, by dotted names. */
export const sampleData = z.record(
  z.string().check(z.regex(/^[a-z_]+(\.[a-z_]+)*$/), z.maxLength(100)),
  z.union([
    z.string().check(
      z.maxLength(2000),
      z.refine((text) => !text.includes('\0')),
    ),
    z.number(),
    z.boolean(),
  ]),
)
export type SampleData = z.infer<typeof sampleData>
