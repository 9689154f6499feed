import { Trans, useLingui } from '@lingui/react/macro'
import { startOfficeReview } from '@twofold/contract/admin/reviews'
import { limits } from '@twofold/contract/limits'
import { type NewReview, type ReviewScope, startReview } from '@twofold/contract/reviews'
import { FormDialog } from '../kits/FormDialog.tsx'
import { useFormDialog } from '../kits/use-form-dialog.ts'
import { call } from '../lib/call.ts'
import { dayOf, endOfDay } from '../lib/day-field.ts'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'

const day = 24 * 60 * 60 * 1000

export interface StartReviewPreset {
  scope?: ReviewScope | undefined
  tag?: string | undefined
  group_id?: string | undefined
  domains?: string | undefined
}

interface Draft {
  scope: ReviewScope
  tag: string
  group_id: string
  domains: string
  due_at: string
}

interface StartReviewDialogProps {
  /** About everybody's keys, or about the user's own. */
  of: 'office' | 'own'
  groups: readonly { id: string; name: string }[]
  preset?: StartReviewPreset
  onClose: () => void
  onStarted: (id: string) => void
}

/** Asks what is to be reviewed and until when. */
export function StartReviewDialog({ of, groups, preset = {}, onClose, onStarted }: StartReviewDialogProps) {
  const { t } = useLingui()
  const form = useFormDialog({
    values: {
      scope: preset.scope ?? 'all',
      tag: preset.tag ?? '',
      group_id: preset.group_id ?? groups[0]?.id ?? '',
      domains: preset.domains ?? '',
      due_at: dayOf(Date.now() + 14 * day),
    },
    send: ({ scope, tag, group_id, domains, due_at }: Draft) => {
      const body: NewReview = {
        scope,
        due_at: endOfDay(due_at) ?? '',
        ...(scope === 'tag' && { tag: tag.trim() }),
        ...(scope === 'group' && { group_id }),
        ...(scope === 'outside' && { domains: domains.trim() }),
      }
      return call(of === 'own' ? startReview : startOfficeReview, { body })
    },
    failed: t`The review could not be started. Please try again.`,
    renews: [of === 'own' ? ['reviews'] : ['admin', 'reviews']],
    onDone: ({ id }, isAwaited) => isAwaited && onStarted(id),
    onClose,
  })
  const scope = form.watch('scope')
  const required = (message: string) => (text: string) => (text.trim() === '' ? message : undefined)
  const options = [
    { value: 'all', label: of === 'own' ? t`All your keys` : t`All keys` },
    { value: 'tag', label: t`Keys with a tag` },
    ...(groups.length > 0 ? [{ value: 'group', label: t`A group and its members` }] : []),
    { value: 'outside', label: t`Addresses outside certain domains` },
  ]
  return (
    <FormDialog
      form={form}
      title={t`Start a review`}
      subtitle={
        of === 'own'
          ? t`You say who still needs your keys. What you do not confirm by the date ends.`
          : t`Each owner says who still needs their keys. Access that they do not confirm by the date ends. Nobody gains access.`
      }
      submitLabel={<Trans>Start review</Trans>}
      pendingLabel={t`Starting...`}
    >
      <Select label={t`What`} options={options} {...form.field('scope')} />
      {scope === 'tag' && (
        <TextField label={t`Tag`} autoComplete="off" maxLength={limits.tagMax} {...form.field('tag', required(t`Please enter a tag`))} />
      )}
      {scope === 'group' && (
        <Select label={t`Group`} options={groups.map(({ id, name }) => ({ value: id, label: name }))} {...form.field('group_id')} />
      )}
      {scope === 'outside' && (
        <TextField
          label={t`Domains`}
          hint={t`Such as example.org, example.com`}
          autoComplete="off"
          {...form.field('domains', required(t`Please enter the domains`))}
        />
      )}
      <TextField
        label={t`Until the end of`}
        type="date"
        min={dayOf(Date.now() + (of === 'own' ? 2 : 7) * day)}
        max={dayOf(Date.now() + 365 * day)}
        {...form.field('due_at', (text) => (endOfDay(text) === undefined ? t`Please enter a date` : undefined))}
      />
    </FormDialog>
  )
}
