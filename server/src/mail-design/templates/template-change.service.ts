import type { WholeTemplate } from '@twofold/contract/mail-design/template-changes'
import { changeOf } from '../../platform/audit.ts'
import { checkAll, fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import {
  auditedTemplate,
  changesBetween,
  defined,
  isSameMail,
  keepVersion,
  requireChoices,
  requireSound,
  StaleCheckError,
  templateTarget,
  whileStale,
} from './edit-template.ts'
import type { VersionedContent } from './edit-template.ts'
import { isEssential } from './present-template.ts'
import type { TemplateRow } from './templates.repository.ts'
import type { TemplatesServiceDeps, Changed } from './templates.service.ts'
import type { TemplatePresenter } from './template-presenter.service.ts'

type Change = Partial<Pick<WholeTemplate, 'name' | 'category' | 'subject' | 'html_content' | 'is_active' | 'provider_id'>> & {
  description?: string | null
  text_content?: string | null
  theme_slug?: string | null
}

/** One change of a template. */
export function createTemplateChange(deps: TemplatesServiceDeps, { require, changed }: TemplatePresenter) {
  const lookUp = deps.templates(deps.db)
  const now = () => new Date(deps.clock.now())

  /** Changes a template under its lock, and keeps a version where what it says changed. */
  const change = (idOrSlug: string, by: Identity, version: number | undefined, make: (row: TemplateRow) => Change): Promise<Changed> =>
    whileStale(() => changeOnce(idOrSlug, by, version, make))

  async function changeOnce(idOrSlug: string, by: Identity, version: number | undefined, make: (row: TemplateRow) => Change) {
    const before = await require(lookUp, idOrSlug)
    if (version !== undefined && version !== before.version) throw fail('email.template_changed')
    const checked: VersionedContent = { ...before, ...defined(make(before)) }
    await checkAll(
      () => requireSound(deps.rendering, by.id, checked, before.events),
      () => requireChoices(lookUp, make(before)),
    )
    const id = await deps.transaction(async (tx) => {
      const { db } = tx
      const templates = deps.templates(db)
      const locked = await templates.lock(idOrSlug)
      if (locked === undefined) throw fail('email.template_not_found')
      const row = await require(templates, locked)
      if (version !== undefined && version !== row.version) throw fail('email.template_changed')
      const next = make(row)
      if (isEssential(row) && next.is_active === false) throw fail('email.template_essential')
      await requireChoices(templates, next)
      const after: VersionedContent = { ...row, ...defined(next) }
      if (!isSameMail(after, checked) || row.events.join() !== before.events.join()) throw new StaleCheckError()
      const changes = changesBetween(row, after)
      // A theme is not what a template says: a newer version of a system template still replaces an untouched text.
      const isEdited = Object.keys(next).some((field) => field !== 'theme_slug')
      await templates.change(locked, { ...defined(next), ...(isEdited ? { updated_at: now() } : {}) })
      if (changes.length > 0) {
        await keepVersion(deps.versions(db), { before: row, id: locked, after, changes, by: by.id, now: now() })
      }
      const audited = changeOf(auditedTemplate(row), auditedTemplate({ ...row, ...defined(next) }))
      await tx.audit({ action: 'email.template_changed', target: templateTarget(row), ...audited })
      return locked
    })
    return changed(by, id)
  }

  return { change }
}
