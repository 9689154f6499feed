import type { FinishedMail, RenderingService } from '../../mail-design/rendering/rendering.ts'
import type { NewMailRow } from '../delivery/queue.repository.ts'
import { systemTemplates } from '../../mail-design/templates/system-templates.ts'
import { isEssentialEvent } from '../../mail-design/templates/template-variables.ts'
import { type ComposeDeps, composeMail, type MailToCompose, mailToRender } from './compose-mail.ts'
import type { Decision } from '../../mail-rules/mappings/decide.ts'

/** Result of an announcement: an e-mail, and what is wrong with its template. Without an e-mail nothing can be sent. */
export interface Composed {
  mail?: Omit<NewMailRow, 'is_tracked' | 'decision_id'>
  fault?: string
}

export type ComposeOrStandIn = (mails: readonly (MailToCompose & { isSent: boolean })[]) => Promise<(Composed | undefined)[]>

/**
 * Composes the e-mails to send, in the order given. If a template is unusable, e-mail that an account depends on uses unedited text: a template must
 * not lock anybody out.
 */
export function createComposeOrStandIn(deps: ComposeDeps & { rendering: Pick<RenderingService, 'renderAll'> }): ComposeOrStandIn {
  async function renderAll(inputs: readonly MailToCompose[]): Promise<Composed[]> {
    const rendered = await deps.rendering.renderAll(inputs.map((input) => mailToRender(input, deps)))
    const composed = inputs.map((input, index): Composed => {
      const result = rendered[index]
      if (result === undefined || 'refused' in result) return { fault: result?.refused ?? 'It cannot be rendered.' }
      if (lacksLink(input, result)) return { fault: 'It does not show the link.' }
      return { mail: composeMail(input, result, deps) }
    })
    for (const [index, input] of inputs.entries()) {
      const { fault } = composed[index] ?? {}
      if (fault !== undefined) composed[index] = { fault, ...(await standIn(input)) }
    }
    return composed
  }

  async function standIn(input: MailToCompose): Promise<Pick<Composed, 'mail'>> {
    const { name } = input.event
    const template = isEssentialEvent(name) ? systemTemplates.find(({ event }) => event === name) : undefined
    if (template === undefined) return {}
    const [result] = await deps.rendering.renderAll([mailToRender(input, deps, template)])
    return result === undefined || 'refused' in result ? {} : { mail: composeMail(input, result, deps) }
  }

  return async (mails) => {
    const composed = (await renderAll(mails.filter(({ isSent }) => isSent))).values()
    return mails.map(({ isSent }) => (isSent ? composed.next().value : undefined))
  }
}

/** Whether a part of e-mail that an account depends on has lost its link: nobody could set a password by it, or stop what is done to their account. */
function lacksLink({ event }: MailToCompose, { html, text, kept }: FinishedMail): boolean {
  return Boolean(event.data['link.url']) && isEssentialEvent(event.name) && (kept.html === html || kept.text === text)
}

export function withTemplateFault(decision: Decision, { mail, fault }: Composed): Decision {
  if (fault === undefined) return decision
  const isSent = mail !== undefined
  const detail = `The template cannot be used: ${fault}${isSent ? ' The built-in text is sent in its place.' : ''}`
  const trace = [...decision.trace, { check: 'template' as const, passed: isSent, detail }]
  return isSent ? { ...decision, trace } : { isSent, reason: 'template', trace, delay: 0 }
}
