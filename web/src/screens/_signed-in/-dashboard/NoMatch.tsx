import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Plus } from '../../../ui/icons/Plus.ts'
import { SearchX } from '../../../ui/icons/SearchX.ts'
import { Card } from '../../../ui/Panel.tsx'

/** Takes the place of the keys when a search or filters leave none. */
export function NoMatch({ searched, onClear, onAdd }: { searched: string; onClear: () => void; onAdd: (name: string) => void }) {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={t`No key matches`}
        action={
          <>
            <Button onPress={onClear}>
              <Trans>Show all keys</Trans>
            </Button>
            {searched !== '' && (
              <Button icon={Plus} onPress={() => onAdd(searched)}>
                <Trans>Add “{searched}”</Trans>
              </Button>
            )}
          </>
        }
      >
        <Trans>Try another word, or fewer filters.</Trans>
      </EmptyState>
    </Card>
  )
}
