import type { VersionedContent } from './keep-version.ts'

/** The fields of a template that the audit log records. */
export function auditedTemplate(row: VersionedContent & { category: string; is_active: boolean; provider_id: string | null }) {
  const { name, category, subject, description, html_content, text_content, is_active, theme_slug, provider_id } = row
  return { name, category, subject, description, html_content, text_content, is_active, theme_slug, provider_id }
}

export const templateTarget = ({ id, name }: { id: string; name: string }) => ({ kind: 'template', id, name })
