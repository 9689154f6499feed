import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextBlock } from '../../ui/TextBlock.tsx'

type ConflictNoticeProps = { theirs: string; pending: boolean; onOverwrite: () => void; onDiscard: () => void }

/** Somebody else saved first: shows their text beside the field's, to choose from. */
export function ConflictNotice({ theirs, pending, onOverwrite, onDiscard }: ConflictNoticeProps) {
  const { t } = useLingui()
  return (
    <Alert
      type="warning"
      announce
      title={t`Somebody else has changed this template meanwhile`}
      actions={
        <>
          <Button size="sm" onPress={onOverwrite} pending={pending}>
            <Trans>Save mine</Trans>
          </Button>
          <Button size="sm" onPress={onDiscard}>
            <Trans>Keep theirs</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Nothing of yours is lost: it is still in the field. This is the saved version:</Trans>
      </p>
      <TextBlock aria-label={t`Their text`} role="region">
        {theirs || t`(empty)`}
      </TextBlock>
    </Alert>
  )
}
