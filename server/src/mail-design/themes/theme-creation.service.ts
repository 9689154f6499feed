import { slugOf } from '@twofold/contract/mail-design/slugs'
import type { ThemeForm } from '@twofold/contract/mail-design/theme-calls'
import { v7 as uuid } from 'uuid'
import { changeOf } from '../../platform/audit.ts'
import type { Identity } from '../../platform/identity.ts'
import type { ThemesServiceDeps } from './themes.service.ts'

export const targetOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'theme', id, name })

export function createThemeCreation(deps: ThemesServiceDeps) {
  async function insert(by: Identity, form: ThemeForm): Promise<string> {
    const { name, description, is_public, ...design } = form
    return deps.transaction(async (tx) => {
      const themes = deps.themes(tx.db)
      const [, listed] = await Promise.all([themes.lockSlugs(), themes.listSlugs()])
      const slugs = new Set(listed)
      const slug = slugOf(name, (wanted) => slugs.has(wanted))
      const id = uuid()
      const row = {
        id,
        slug,
        name,
        description: description || null,
        design: JSON.stringify(design),
        layout_type: design.layout_type,
        is_public,
        created_by: by.id,
        created_at: deps.clock.date(),
        updated_at: deps.clock.date(),
      }
      tx.writeLast(() => themes.put(row))
      const { after } = changeOf({}, { ...form, description: description || null })
      await tx.audit({ action: 'email.theme_created', target: targetOf({ id, name }), after })
      return slug
    })
  }

  return { insert }
}
