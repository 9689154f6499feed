import { createHash } from 'node:crypto'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { DiffLine } from '@twofold/contract/mail-design/template-versions'
import { speak, spokenElsewhere } from '../../platform/spoken.ts'
import type { Log } from '../../platform/log.ts'
import type { Draft } from '../markup/check-draft.ts'
import { fillLink, hideLinks, removeLink } from '../markup/link-address.ts'
import type { MailData } from '../markup/liquid.ts'
import type { MailTemplate, MailToRender, RenderedMail } from '../markup/render.ts'
import { TemplateError } from '../markup/template-error.ts'
import type { CssProblem } from '../styles/custom-css.ts'
import { createRenderLane } from './render-lane.ts'
import type { Rendering, RenderTasks } from './render-tasks.ts'
import { BudgetError, createRenderThread, type RenderBudget, usualBudget } from './render-thread.ts'
import type { RenderWorkers } from './start-render-worker.ts'

/** An e-mail with its link inserted, and in the form that may be stored. */
export interface FinishedMail extends RenderedMail {
  kept: Omit<RenderedMail, 'subject'>
}

/** Threads for editors of templates; outgoing e-mail has one of its own. */
const editingThreads = 4

/** Milliseconds for which a template that was stopped is not tried again. */
const refusedFor = 10 * 60_000
const refusedMax = 200

/**
 * Everything that reads administrators' e-mail templates: rendering, checking, comparing. It runs in threads with a budget, so that no request waits
 * for it. `by` names the user it is done for; each user has a queue of their own.
 */
export function createRendering(deps: { log: Log; budget?: Partial<RenderBudget> | undefined; workers?: RenderWorkers | undefined }) {
  const budget = { ...usualBudget, ...deps.budget }
  const create = (isYielding: boolean) => () => createRenderThread({ log: deps.log, budget, isYielding, workers: deps.workers })
  const editing = createRenderLane({ threads: editingThreads, create: create(true) })
  const sending = createRenderLane({ threads: 1, create: create(false) })
  const { refusalOf, refuse } = createRefusals()

  type Task = keyof RenderTasks
  async function run<Name extends Task>(by: string, name: Name, ...input: Parameters<RenderTasks[Name]>) {
    return (await editing.run(by, { name, input })) as ReturnType<RenderTasks[Name]>
  }

  async function sendAll(mails: readonly MailToRender[]): Promise<Rendering[]> {
    if (mails.length === 0) return []
    try {
      return (await sending.run('mail', { name: 'renderAll', input: [mails] })) as Rendering[]
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      const [only] = mails
      if (mails.length === 1 && only !== undefined) return [error instanceof BudgetError ? refuse(only, error) : { refused: error.message }]
      // One of them exceeded the budget: each is rendered separately, and none of a template that exceeded it.
      const results: Rendering[] = []
      for (const mail of mails) {
        const reason = refusalOf(mail)
        results.push(...(reason === undefined ? await sendAll([mail]) : [{ refused: reason }]))
      }
      return results
    }
  }

  return {
    /** Throws `TemplateError`. */
    async render(by: string, mail: MailToRender): Promise<FinishedMail> {
      const [rendering] = await run(by, 'renderAll', [withoutLinks(mail)])
      const finished = finish(mail, rendering ?? { refused: speak('markup.unusable') })
      if ('refused' in finished) throw new TemplateError(spokenElsewhere(finished.refused))
      return finished
    },

    /** Outgoing e-mails in the order given; a failure is replaced by its reason. */
    async renderAll(mails: readonly MailToRender[]): Promise<(FinishedMail | { refused: string })[]> {
      const reasons = mails.map(refusalOf)
      const results = await sendAll(mails.filter((_, index) => reasons[index] === undefined).map(withoutLinks))
      return mails.map((mail, index) => {
        const reason = reasons[index]
        return finish(mail, reason === undefined ? (results.shift() ?? { refused: speak('markup.unusable') }) : { refused: reason })
      })
    },

    /** Everything that is wrong with a template. */
    async checkDraft(by: string, { template, design, samples, app }: Draft): Promise<TemplateProblem[]> {
      return orProblem(run(by, 'checkDraft', { template: contentOf(template), design, samples, app: { name: app.name, url: app.url } }))
    },
    /** Only problems that prevent saving. */
    async errorsOf(by: string, template: Partial<MailTemplate>, samples: MailData): Promise<TemplateProblem[]> {
      return orProblem(run(by, 'errorsOf', contentOf(template), samples))
    },
    variablesOf: (by: string, sources: readonly string[]): Promise<string[]> => run(by, 'variablesOf', sources),
    async checkCustomCss(by: string, css: string): Promise<CssProblem[]> {
      return run(by, 'checkCustomCss', css).catch((error: unknown) => {
        if (!(error instanceof TemplateError)) throw error
        return [{ message: error.said, line: 1, column: 1 }]
      })
    },
    /** By field, line by line. */
    compare: (by: string, pairs: Record<string, readonly [before: string, after: string]>): Promise<Record<string, DiffLine[]>> =>
      run(by, 'compareAll', pairs),

    async stop(): Promise<void> {
      await Promise.all([editing.stop(), sending.stop()])
    },
  }
}

export type RenderingService = ReturnType<typeof createRendering>

/** Templates that exceeded the budget: their e-mails are refused for a while without another try. */
function createRefusals() {
  const refused = new Map<string, { reason: string; until: number }>()

  function refusalOf(mail: MailToRender): string | undefined {
    if (refused.size === 0) return undefined
    const known = refused.get(fingerprint(mail))
    return known === undefined || known.until < performance.now() ? undefined : known.reason
  }

  function refuse(mail: MailToRender, { message }: BudgetError): Rendering {
    if (refused.size >= refusedMax) refused.clear()
    refused.set(fingerprint(mail), { reason: message, until: performance.now() + refusedFor })
    return { refused: message }
  }

  return { refusalOf, refuse }
}

/** Only the rendered fields: a database row has more, which would be copied to the thread in vain. */
function contentOf<Template extends Partial<MailTemplate>>({ subject, html_content, text_content }: Template) {
  return { subject, html_content, text_content } as Pick<Template, keyof MailTemplate>
}

/** Input for the thread, which never sees a one-time link. */
const withoutLinks = (mail: MailToRender): MailToRender => ({ ...mail, template: contentOf(mail.template), data: hideLinks(mail.data) })

function finish({ data }: MailToRender, rendering: Rendering): FinishedMail | { refused: string } {
  if ('refused' in rendering) return rendering
  return { ...rendering, ...fillLink(rendering, String(data['link.url'] ?? '')), kept: removeLink(rendering) }
}

function fingerprint({ template, design }: MailToRender): string {
  const { subject, html_content, text_content } = template
  return createHash('sha256')
    .update(JSON.stringify([subject, html_content, text_content, design]))
    .digest('base64')
}

async function orProblem(problems: Promise<TemplateProblem[]>): Promise<TemplateProblem[]> {
  try {
    return await problems
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return [{ severity: 'error', kind: 'limit', field: 'html_content', message: error.message, line: 1, column: 1 }]
  }
}
