import type { WholeTemplate } from '@twofold/contract/mail-design/template-changes'
import { changeOf } from '../../platform/audit.ts'
import { checkAll, fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import type { MailTemplate } from '../markup/render.ts'
import { auditedTemplate, templateTarget } from './audited-template.ts'
import { changesBetween, keepVersion, type VersionedContent } from './keep-version.ts'
import { isEssential } from './present-template.ts'
import { findChoices, requireFound, requireSound } from './require-sound.ts'
import type { TemplateRow } from './templates.repository.ts'
import type { TemplatesServiceDeps } from './templates.service.ts'
import type { TemplateLookup } from './template-lookup.service.ts'

export type Change = Partial<Pick<WholeTemplate, 'name' | 'category' | 'subject' | 'html_content' | 'is_active' | 'provider_id'>> & {
  description?: string | null
  text_content?: string | null
  theme_slug?: string | null
}

export function createTemplateStoring(deps: TemplatesServiceDeps, { require }: TemplateLookup) {
  const reader = deps.templates(deps.db)

  /**
   * Changes a template under its lock, and keeps a version where what it says changed. `known`: the template as the call has read it already.
   */
  function store(idOrSlug: string, by: Identity, version: number | undefined, next: Change, known?: TemplateRow): Promise<TemplateRow> {
    let first = known
    return whileStale(async () => {
      const [before, choices] = await readingTogether(() => Promise.all([first ?? require(reader, idOrSlug), findChoices(reader, next)]))
      first = undefined
      if (version !== undefined && version !== before.version) throw fail('email.template_changed')
      const checked: VersionedContent = { ...before, ...defined(next) }
      await checkAll(
        () => requireSound(deps.rendering, by.id, checked, before.events),
        () => requireFound(choices),
      )
      return storeChecked(idOrSlug, by, version, next, { ...checked, events: before.events })
    })
  }

  async function storeChecked(
    idOrSlug: string,
    by: Identity,
    version: number | undefined,
    next: Change,
    checked: VersionedContent & Pick<TemplateRow, 'events'>,
  ): Promise<TemplateRow> {
    return deps.transaction(async (tx) => {
      const { db } = tx
      const templates = deps.templates(db)
      const [locked, row, choices] = await Promise.all([
        templates.lock(idOrSlug),
        require(templates, idOrSlug),
        findChoices(templates, next),
      ])
      if (locked !== row.id) throw fail('email.template_not_found')
      if (version !== undefined && version !== row.version) throw fail('email.template_changed')
      if (isEssential(row) && next.is_active === false) throw fail('email.template_essential')
      await requireFound(choices)
      const after: VersionedContent = { ...row, ...defined(next) }
      if (!isSameMail(after, checked) || row.events.join() !== checked.events.join()) throw new StaleCheckError()
      const changes = changesBetween(row, after)
      // A theme is not what a template says: a newer version of a system template still replaces an untouched text.
      const isEdited = Object.keys(next).some((field) => field !== 'theme_slug')
      const updated = { ...defined(next), ...(isEdited ? { updated_at: deps.clock.date() } : {}) }
      tx.writeLast(() => templates.change(locked, updated))
      if (changes.length > 0) {
        const kept = { before: row, id: locked, after, changes, by: by.id, now: deps.clock.date() }
        tx.writeLast(() => keepVersion(deps.versions(db), kept))
      }
      const audited = changeOf(auditedTemplate(row), auditedTemplate({ ...row, ...defined(next) }))
      await tx.audit({ action: 'email.template_changed', target: templateTarget(row), ...audited })
      return { ...row, ...defined(next) }
    })
  }

  return { store }
}

/** The template changed between its check and its lock. */
class StaleCheckError extends Error {}

const maxAttempts = 5

/** Does `work` again where its check was stale. */
async function whileStale<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleCheckError)) throw error
      if (attempt === maxAttempts) throw fail('email.template_changed')
    }
  }
}

const isSameMail = (a: MailTemplate, b: MailTemplate) =>
  a.subject === b.subject && a.html_content === b.html_content && a.text_content === b.text_content

/** Drops undefined fields, which a change does not affect. */
export function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
