import { useLingui } from '@lingui/react/macro'
import type { RequestedPermission } from '@twofold/contract/keys'
import type { ComponentProps } from 'react'
import { RadioCards } from '../../ui/RadioCards.tsx'

type LevelFieldProps = Omit<ComponentProps<typeof RadioCards<RequestedPermission>>, 'label' | 'options'>

export function LevelField(props: LevelFieldProps) {
  const { t } = useLingui()
  return (
    <RadioCards
      {...props}
      label={t`Access Level`}
      hint={t`Can use and edit the key, and reveal its secret with their PIN. Only you can share or delete it.`}
      options={[
        { value: 'admin', label: t`Admin`, description: t`Full control` },
        { value: 'view', label: t`View Only`, description: t`Read access` },
      ]}
    />
  )
}
