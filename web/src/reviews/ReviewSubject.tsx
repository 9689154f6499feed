import { Trans, useLingui } from '@lingui/react/macro'
import type { ReviewItem } from '@twofold/contract/reviews'
import type { ReactNode } from 'react'
import { CheckCheck } from '../ui/icons/CheckCheck.ts'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { Users } from '../ui/icons/Users.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ReviewRow } from './ReviewRow.tsx'

interface ReviewSubjectProps {
  about: ReviewItem['about']
  items: readonly ReviewItem[]
  level: (item: ReviewItem) => ReactNode
  isOver: boolean
  onAnswer: (items: readonly ReviewItem[], answer: 'confirmed' | 'revoked' | 'undone') => void
}

/** A key with everybody who has it, or a group with its members. */
export function ReviewSubject({ about, items, level, isOver, onAnswer }: ReviewSubjectProps) {
  const { t } = useLingui()
  const open = items.filter(({ state }) => state === 'open')
  const name = about.name
  return (
    <section className="border-border not-first:border-t" aria-label={name}>
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 pt-3 max-sm:px-4">
        <h3 className="inline-flex min-w-0 items-center gap-2 wrap-anywhere">
          <Icon icon={about.kind === 'group' ? Users : KeyRound} size={16} /> <bdi>{name}</bdi>
        </h3>
        {!isOver && open.length > 1 && (
          <Button size="sm" icon={CheckCheck} aria-label={t`Confirm all of ${name}`} onPress={() => onAnswer(open, 'confirmed')}>
            <Trans>Confirm all</Trans>
          </Button>
        )}
      </header>
      <ul>
        {items.map((item) => (
          <ReviewRow key={item.id} item={item} level={level(item)} isOver={isOver} onAnswer={(answer) => onAnswer([item], answer)} />
        ))}
      </ul>
    </section>
  )
}
