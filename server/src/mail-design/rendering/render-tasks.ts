import type { DiffLine } from '@twofold/contract/mail-design/template-versions'
import { checkDraft, errorsOf } from '../markup/check-draft.ts'
import { variablesOf } from '../markup/check-template.ts'
import { compareLines } from '../markup/compare-lines.ts'
import { type MailToRender, type RenderedMail, renderMail } from '../markup/render.ts'
import { TemplateError } from '../markup/template-error.ts'
import { checkCustomCss } from '../styles/custom-css.ts'

/** An e-mail before its one-time link is inserted; or the reason why its template is unusable. */
export type Rendering = RenderedMail | { refused: string }

/** Tasks on untrusted input, isolated from requests. Input and output are plain data. */
export const renderTasks = {
  checkCustomCss,
  checkDraft,
  errorsOf,
  renderAll: (mails: readonly MailToRender[]): Rendering[] => mails.map(renderOne),
  variablesOf: (sources: readonly string[]): string[] => sources.flatMap(variablesOf),
  compareAll: (pairs: Readonly<Record<string, readonly [before: string, after: string]>>): Record<string, DiffLine[]> =>
    Object.fromEntries(Object.entries(pairs).map(([field, [before, after]]) => [field, compareLines(before, after)])),
}
export type RenderTasks = typeof renderTasks

/** A task as it is handed to a worker, and what comes back. */
export interface RenderRequest {
  name: keyof RenderTasks
  input: unknown[]
}
export type RenderAnswer = { output: unknown } | { refused: string } | { failed: string }

/** The template's fault that explains an error. Undefined: not known yet. */
export const blameOf = (error: unknown): string | undefined => (error instanceof TemplateError ? error.message : undefined)

function renderOne(mail: MailToRender): Rendering {
  try {
    return renderMail(mail)
  } catch (error) {
    const refused = blameOf(error)
    if (refused === undefined) throw error
    return { refused }
  }
}
