import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startOfficeReview } from '@twofold/contract/admin/reviews'
import { limits } from '@twofold/contract/limits'
import { type NewReview, type ReviewScope, startReview } from '@twofold/contract/reviews'
import { useForm } from 'react-hook-form'
import { call } from '../lib/call.ts'
import { dayOf, endOfDay } from '../lib/day-field.ts'
import { showFieldErrors } from '../lib/field-errors.ts'
import { randomId } from '../lib/random-id.ts'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'

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
  const client = useQueryClient()
  const form = useForm<Draft>({
    defaultValues: {
      scope: preset.scope ?? 'all',
      tag: preset.tag ?? '',
      group_id: preset.group_id ?? groups[0]?.id ?? '',
      domains: preset.domains ?? '',
      due_at: dayOf(Date.now() + 14 * day),
    },
  })
  const { errors } = form.formState
  const scope = form.watch('scope')
  const start = useMutation({
    mutationFn: (body: NewReview) => call(of === 'own' ? startReview : startOfficeReview, { body }, { idempotencyKey: randomId() }),
    meta: { fallback: t`The review could not be started. Please try again.` },
    onSuccess: async ({ id, message }) => {
      toast.success(message)
      onClose()
      await client.invalidateQueries({ queryKey: of === 'own' ? ['reviews'] : ['admin', 'reviews'] })
      onStarted(id)
    },
    onError: (error) => showFieldErrors(form, error),
  })
  const required = (text: string, message: string) => text.trim() !== '' || message
  const options = [
    { value: 'all', label: of === 'own' ? t`All your keys` : t`All keys` },
    { value: 'tag', label: t`Keys with a tag` },
    ...(groups.length > 0 ? [{ value: 'group', label: t`A group and its members` }] : []),
    { value: 'outside', label: t`Addresses outside certain domains` },
  ]
  return (
    <Dialog
      title={t`Start a review`}
      subtitle={
        of === 'own'
          ? t`You say who still needs your keys. What you do not confirm by the date ends.`
          : t`Each owner says who still needs their keys. What they do not confirm by the date ends. Nobody gets access by it.`
      }
      onClose={onClose}
      pending={start.isPending}
      onSubmit={form.handleSubmit(({ scope, tag, group_id, domains, due_at }) => {
        if (start.isPending) return
        start.mutate({
          scope,
          due_at: endOfDay(due_at) ?? '',
          ...(scope === 'tag' && { tag: tag.trim() }),
          ...(scope === 'group' && { group_id }),
          ...(scope === 'outside' && { domains: domains.trim() }),
        })
      })}
      footer={
        <>
          <CancelButton />
          <Button type="submit" variant="primary" pending={start.isPending} pendingLabel={t`Starting...`}>
            <Trans>Start review</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select label={t`What`} options={options} {...form.register('scope')} />
        {scope === 'tag' && (
          <TextField
            label={t`Tag`}
            autoComplete="off"
            maxLength={limits.tagMax}
            error={errors.tag?.message}
            {...form.register('tag', { validate: (text) => required(text, t`Please enter a tag`) })}
          />
        )}
        {scope === 'group' && (
          <Select label={t`Group`} options={groups.map(({ id, name }) => ({ value: id, label: name }))} {...form.register('group_id')} />
        )}
        {scope === 'outside' && (
          <TextField
            label={t`Domains`}
            hint={t`Such as example.org, example.com`}
            autoComplete="off"
            error={errors.domains?.message}
            {...form.register('domains', { validate: (text) => required(text, t`Please enter the domains`) })}
          />
        )}
        <TextField
          label={t`Until the end of`}
          type="date"
          min={dayOf(Date.now() + (of === 'own' ? 2 : 7) * day)}
          max={dayOf(Date.now() + 365 * day)}
          error={errors.due_at?.message}
          {...form.register('due_at', { validate: (text) => endOfDay(text) !== undefined || t`Please enter a date` })}
        />
      </div>
    </Dialog>
  )
}
