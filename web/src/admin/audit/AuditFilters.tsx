import { useLingui } from '@lingui/react/macro'
import { type AuditAction, auditActions, type AuditActs } from '@twofold/contract/admin/audit'
import { FilterSelect } from '../../kits/FilterSelect.tsx'
import { dayIn, oneIn, textIn } from '../../lib/list-search.ts'
import { translateSentence } from '../../lib/server-texts.ts'
import { useTypedText } from '../../lib/use-typed-text.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Those of the installation; people's own acts are not filtered by kind. */
export const actions = (Object.keys(auditActions) as AuditAction[]).filter((action) => !action.startsWith('person.'))

const actionTexts = () =>
  Object.fromEntries(actions.map((action) => [action, translateSentence(`audit.${action}`, auditActions[action])])) as Record<
    AuditAction,
    string
  >

type Filters = {
  acts?: AuditActs | undefined
  who?: string | undefined
  action?: AuditAction | undefined
  whom?: string | undefined
  request?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

type AuditFiltersProps = {
  filters: Filters
  /** Whose acts are shown while none are chosen. */
  usual: AuditActs
  onNarrow: (change: Filters) => void
}

export function AuditFilters({ filters, usual, onNarrow }: AuditFiltersProps) {
  const { t } = useLingui()
  const [who, setWho] = useTypedText(filters.who ?? '', (text) => onNarrow({ who: textIn(text) }))
  const [whom, setWhom] = useTypedText(filters.whom ?? '', (text) => onNarrow({ whom: textIn(text) }))
  const [request, setRequest] = useTypedText(filters.request ?? '', (text) => onNarrow({ request: textIn(text) }))
  return (
    <>
      <Select
        label={t`Acts`}
        value={filters.acts ?? usual}
        onChange={({ target }) => onNarrow({ acts: oneIn(target.value, ['administrators', 'people', 'all']) })}
        options={[
          { value: 'administrators', label: t`Of administrators and the system` },
          { value: 'people', label: t`Of people in their own accounts` },
          { value: 'all', label: t`Of everybody` },
        ]}
      />
      <TextField label={t`Who`} type="search" value={who} onChange={({ target }) => setWho(target.value)} />
      <TextField label={t`Target`} type="search" value={whom} onChange={({ target }) => setWhom(target.value)} />
      <TextField label={t`Request ID`} type="search" value={request} onChange={({ target }) => setRequest(target.value)} />
      <FilterSelect
        label={t`What`}
        all={t`Everything`}
        options={actionTexts()}
        value={filters.action}
        onChange={(action) => onNarrow({ action })}
      />
      <TextField
        label={t`From (UTC)`}
        type="date"
        value={filters.from ?? ''}
        onChange={({ target }) => onNarrow({ from: dayIn(target.value) })}
      />
      <TextField
        label={t`To (UTC)`}
        type="date"
        value={filters.to ?? ''}
        onChange={({ target }) => onNarrow({ to: dayIn(target.value) })}
      />
    </>
  )
}
