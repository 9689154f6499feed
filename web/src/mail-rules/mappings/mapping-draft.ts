import { type MappingConditions, mappingConditions } from '@twofold/contract/mail-rules/mappings'

/** Conditions as the fields of a form; times of day as `<input type="time">` has them, and empty fields are no conditions. */
export interface ConditionFields {
  enabled: boolean
  cooldown: string
  from: string
  to: string
  time_zone: string
}

export function fieldsOf({ enabled, cooldown, quiet_hours: quiet }: MappingConditions): ConditionFields {
  return {
    enabled: enabled ?? true,
    cooldown: cooldown === undefined ? '' : String(cooldown),
    from: quiet?.from ?? '',
    to: quiet?.to ?? '',
    time_zone: quiet?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** The fields put into `conditions`, whose other parts (`when`) stay. */
export function withFields(conditions: MappingConditions, fields: ConditionFields): MappingConditions {
  const { when } = conditions
  const isQuiet = fields.from !== '' && fields.to !== ''
  return {
    ...(when !== undefined && { when }),
    ...(!fields.enabled && { enabled: false }),
    ...(fields.cooldown.trim() !== '' && { cooldown: Number(fields.cooldown) }),
    ...(isQuiet && { quiet_hours: { from: fields.from, to: fields.to, time_zone: fields.time_zone } }),
  }
}

/** `complaint`: 'json' where it is no JSON, else what is wrong with the conditions. An empty text is no conditions. */
export function parseConditions(text: string): { conditions: MappingConditions } | { complaint: string } {
  if (text.trim() === '') return { conditions: {} }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { complaint: 'json' }
  }
  const checked = mappingConditions.safeParse(parsed)
  if (checked.success) return { conditions: checked.data }
  const [issue] = checked.error.issues
  return { complaint: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` }
}

export const showConditions = (conditions: MappingConditions) =>
  Object.keys(conditions).length === 0 ? '' : JSON.stringify(conditions, null, 2)
