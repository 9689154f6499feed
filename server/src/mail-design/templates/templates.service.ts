import type { EmailSettings } from '@twofold/contract/mail-design/settings'
import type { EditableField, NewTemplate, WholeTemplate } from '@twofold/contract/mail-design/template-changes'
import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { Template } from '@twofold/contract/mail-design/templates'
import { templateCategories } from '@twofold/contract/mail-design/templates'
import { slugOf } from '@twofold/contract/mail-design/slugs'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { checkAll, fail, failField } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { RenderingService } from '../rendering/rendering.ts'
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
import { isEssential, presentTemplate, statisticsOf } from './present-template.ts'
import { sampleMailData } from './template-variables.ts'
import type { TemplateRow, TemplatesRepository } from './templates.repository.ts'
import type { VersionsRepository } from './versions.repository.ts'

export interface TemplatesServiceDeps {
  db: Db
  transaction: Transaction
  templates: (db: Db) => TemplatesRepository
  versions: (db: Db) => VersionsRepository
  settings: { get: () => Promise<EmailSettings> }
  rendering: Pick<RenderingService, 'checkDraft' | 'errorsOf'>
  app: { name: string; url: string }
  clock: Clock
}

interface Changed {
  template: Template
  warnings: TemplateProblem[]
}

type Change = Partial<Pick<WholeTemplate, 'name' | 'category' | 'subject' | 'html_content' | 'is_active' | 'provider_id'>> & {
  description?: string | null
  text_content?: string | null
  theme_slug?: string | null
}

export function createTemplatesService(deps: TemplatesServiceDeps) {
  const lookUp = deps.templates(deps.db)
  const now = () => new Date(deps.clock.now())

  async function require(templates: TemplatesRepository, idOrSlug: string): Promise<TemplateRow> {
    const row = await templates.find(idOrSlug)
    if (row === undefined) throw fail('email.template_not_found')
    return row
  }

  async function present(idOrSlug: string): Promise<Template> {
    const row = await require(lookUp, idOrSlug)
    return presentTemplate(row, await lookUp.countMails(row.slug))
  }

  async function changed(by: Identity, id: string): Promise<Changed> {
    const row = await require(lookUp, id)
    const [design, mails] = await Promise.all([
      row.theme_slug === null ? undefined : lookUp.findTheme(row.theme_slug),
      lookUp.countMails(row.slug),
    ])
    const warnings = await deps.rendering.checkDraft(by.id, {
      template: row,
      design: design && themeDesign.parse(design.design),
      samples: sampleMailData(row.events, deps.app),
      app: deps.app,
    })
    return { template: presentTemplate(row, mails), warnings: warnings.filter(({ severity }) => severity === 'warning') }
  }

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

  async function insert(by: Identity, make: (templates: TemplatesRepository, slug: (name: string) => string) => Promise<NewRow>) {
    return deps.transaction(async (tx) => {
      const { db } = tx
      const templates = deps.templates(db)
      const [, listed] = await Promise.all([templates.lockSlugs(), templates.listSlugs()])
      const slugs = new Set(listed)
      const row = await make(templates, (name) => slugOf(name, (slug) => slugs.has(slug)))
      const version = { before: undefined, id: row.id, after: row, changes: ['created'], by: by.id, now: now() }
      tx.writeLast(() => templates.put({ ...row, created_at: now(), updated_at: now() }))
      tx.writeLast(() => keepVersion(deps.versions(db), version))
      const { after } = changeOf({}, auditedTemplate(row))
      await tx.audit({ action: 'email.template_created', target: templateTarget(row), after })
      return row.id
    })
  }

  return {
    get: present,
    require: (idOrSlug: string) => require(lookUp, idOrSlug),

    async list(options: { onlyActive: boolean }) {
      const [rows, counts, mappings] = await Promise.all([lookUp.list({ onlyActive: false }), lookUp.countMails(), lookUp.listMappings()])
      const shown = rows
        .filter(({ is_active }) => is_active || !options.onlyActive)
        .map((row) =>
          presentTemplate(
            row,
            counts.filter(({ template_slug }) => template_slug === row.slug),
          ),
        )
      return {
        data: shown,
        templates: shown,
        categories: templateCategories,
        event_mappings: mappings,
        statistics: statisticsOf(rows),
      }
    },

    statistics: async () => statisticsOf(await lookUp.list({ onlyActive: false })),

    /** The themes by slug, as pickers show them. */
    async themes() {
      const rows = await lookUp.listThemes()
      return Object.fromEntries(
        rows.map(({ slug, name, description, design }) => {
          const { primary_color, secondary_color, accent_color, background_color } = themeDesign.parse(design)
          return [slug, { name, description, primary_color, secondary_color, accent_color, background: background_color }]
        }),
      )
    },

    async create(by: Identity, input: NewTemplate): Promise<Changed> {
      const settings = await deps.settings.get()
      const standard = settings.auto_apply_to_new_templates && settings.default_theme !== '' ? settings.default_theme : null
      const theme = input.theme_slug === undefined ? standard : input.theme_slug || null
      const choices = { theme_slug: theme, ...(input.provider_id === undefined ? {} : { provider_id: input.provider_id }) }
      await checkAll(
        () => requireSound(deps.rendering, by.id, { ...input, text_content: input.text_content ?? null }, []),
        () => requireChoices(lookUp, choices),
      )
      const id = await insert(by, async (templates, slug) => {
        await requireChoices(templates, choices)
        return {
          id: uuid(),
          slug: slug(input.name),
          name: input.name,
          category: input.category,
          subject: input.subject,
          description: input.description || null,
          html_content: input.html_content,
          text_content: input.text_content || null,
          is_active: input.is_active ?? settings.default_is_active,
          theme_slug: theme,
          provider_id: input.provider_id ?? null,
        }
      })
      return changed(by, id)
    },

    async change(by: Identity, idOrSlug: string, input: WholeTemplate): Promise<Changed> {
      const { name, category, subject, html_content, is_active, version, description, text_content, theme_slug, provider_id } = input
      return change(idOrSlug, by, version, () => ({
        name,
        category,
        subject,
        html_content,
        is_active,
        ...(description === undefined ? {} : { description: description || null }),
        ...(text_content === undefined ? {} : { text_content: text_content || null }),
        ...(theme_slug === undefined ? {} : { theme_slug: theme_slug || null }),
        ...(provider_id === undefined ? {} : { provider_id }),
      }))
    },

    /** The same for one field. */
    async changeField(by: Identity, idOrSlug: string, field: EditableField, value: string, version: number | undefined): Promise<Changed> {
      const isNeeded = field === 'subject' || field === 'html_content'
      const text = field === 'subject' || field === 'description' ? value.trim().replaceAll(/[\p{Cc}\s]+/gu, ' ') : value
      if (isNeeded && text.trim() === '') throw failField('email.content_missing', field)
      if ((field === 'subject' || field === 'description') && text.length > 500) throw failField('email.content_too_long', field)
      return change(idOrSlug, by, version, () => ({ [field]: isNeeded ? text : text || null }))
    },

    /** Null: none. With `isKept: false` nothing changes. */
    async giveTheme(by: Identity, idOrSlug: string, theme: string | null, { isKept }: { isKept: boolean }) {
      const row = await require(lookUp, idOrSlug)
      const found = theme === null ? undefined : await lookUp.findTheme(theme)
      if (theme !== null && found === undefined) throw failField('email.theme_not_found', 'theme')
      if (isKept) await change(row.id, by, undefined, () => ({ theme_slug: theme }))
      return {
        ...(found === undefined ? say('theme.removed') : say('theme.applied', { name: found.name })),
        theme_info: { name: found?.name ?? 'No', slug: theme },
        updated_template: { subject: row.subject, html_content: row.html_content, text_content: row.text_content ?? '' },
        previous_theme: row.theme_slug,
      }
    },

    /** As a version: what it says comes back. Throws as `change` does. */
    async restore(by: Identity, idOrSlug: string, content: Omit<VersionedContent, 'theme_slug'>): Promise<Changed> {
      const { name, subject, description, html_content, text_content } = content
      return change(idOrSlug, by, undefined, () => ({ name, subject, description, html_content, text_content }))
    },

    async remove(idOrSlug: string): Promise<string> {
      return deps.transaction(async (tx) => {
        const templates = deps.templates(tx.db)
        const id = await templates.lock(idOrSlug)
        if (id === undefined) throw fail('email.template_not_found')
        const row = await require(templates, id)
        if (row.is_system) throw fail('email.template_system')
        if (isEssential(row)) throw fail('email.template_needed')
        await templates.remove(id)
        const { before } = changeOf(auditedTemplate(row), {})
        await tx.audit({ action: 'email.template_deleted', target: templateTarget(row), before })
        return row.name
      })
    },

    /** A copy that is not active. */
    async duplicate(by: Identity, idOrSlug: string): Promise<Template> {
      const id = await insert(by, async (templates, slug) => {
        const row = await require(templates, idOrSlug)
        const name = `${row.name.slice(0, 93)} (Copy)`
        const { category, subject, description, html_content, text_content, theme_slug, provider_id } = row
        return {
          id: uuid(),
          slug: slug(name),
          name,
          category,
          subject,
          description,
          html_content,
          text_content,
          theme_slug,
          provider_id,
          is_active: false,
        }
      })
      return present(id)
    },
  }
}

type NewRow = VersionedContent & { id: string; slug: string; category: string; is_active: boolean; provider_id: string | null }

export type TemplatesService = ReturnType<typeof createTemplatesService>
