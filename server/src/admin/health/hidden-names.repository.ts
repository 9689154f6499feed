import { isPlainAddress, isWhatItLooksLike } from '@twofold/contract/hidden-characters'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

interface FoundRow {
  place: string
  text: string
  /** Place where an administrator, or another person, changes it: a path below /admin. */
  link: string
}

const places: Record<string, string> = {
  user_name: 'Name of a user',
  user_email: 'E-mail address of a user',
  pending_email: 'New e-mail address of a user',
  key: 'Key of a user, who can rename it',
  group: 'Group of a user, who can rename it',
  share: 'E-mail address that a user shares a key with',
  member: 'E-mail address in a group of a user',
  passkey: 'Passkey of a user, who can rename it',
  template: 'E-mail template',
  theme: 'E-mail theme',
  provider: 'E-mail provider',
  suppression: 'Suppressed e-mail address',
}

const addresses = new Set(['user_email', 'pending_email', 'share', 'member', 'suppression'])

export function createHiddenNamesRepository(db: Db) {
  return {
    /**
     * Names and addresses in which the migration found hidden characters and that still have some. New ones cannot have any, so there are few. Hidden
     * characters are spelled out for people.
     */
    async list(): Promise<{ text: string; link: string }[]> {
      const { rows } = await sql<FoundRow>`
        select found.place, held.text, held.link
        from hidden_characters found
        join lateral (
          select name as text, '/admin/users/' || id as link from people users
            where found.place = 'user_name' and id = found.row_id and deleted_at is null
          union all select email, '/admin/users/' || id from people users
            where found.place = 'user_email' and id = found.row_id and deleted_at is null
          union all select pending_email, '/admin/users/' || id from people users
            where found.place = 'pending_email' and id = found.row_id and pending_email is not null and deleted_at is null
          union all select concat_ws(' · ', name, issuer, account, nullif(array_to_string(tags, ', '), '')), '/admin/users/' || owner_id from named_keys keys
            where found.place = 'key' and id = found.row_id and deleted_at is null
          union all select name, '/admin/users/' || owner_id from named_groups where found.place = 'group' and id = found.row_id
          union all select shares.email, '/admin/users/' || keys.owner_id from given_shares shares join named_keys keys on keys.id = shares.key_id
            where found.place = 'share' and shares.id = found.row_id and shares.revoked_at is null and shares.email is not null
          union all select members.email, '/admin/users/' || groups.owner_id
            from listed_members members join named_groups groups on groups.id = members.group_id
            where found.place = 'member' and members.id = found.row_id
          union all select name, '/admin/users/' || user_id from named_passkeys where found.place = 'passkey' and id = found.row_id
          union all select name, '/admin/email/templates/' || slug from mail_templates where found.place = 'template' and id = found.row_id
          union all select name, '/admin/email/themes' from mail_themes where found.place = 'theme' and id = found.row_id
          union all select name, '/admin/email/providers' from named_providers where found.place = 'provider' and id = found.row_id
          union all select email, '/admin/email/suppressions' from suppressed_addresses where found.place = 'suppression' and id = found.row_id
        ) held on true
        order by found.place, held.text`.execute(db)
      return rows
        .filter(({ place, text }) => !(addresses.has(place) ? isPlainAddress(text) : isWhatItLooksLike(text)))
        .map(({ place, text, link }) => ({ text: `${places[place] ?? place}: ${spellOut(text)}`, link }))
    },
  }
}

export type HiddenNamesRepository = ReturnType<typeof createHiddenNamesRepository>

/** `An⟨U+200B⟩na`: so that one sees which character it is, and nothing turns the line around. */
function spellOut(text: string): string {
  return text.replaceAll(
    /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029]/gu,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}
