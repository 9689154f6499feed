import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { Loaded } from '../../kits/Loaded.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { At } from '../../ui/At.tsx'
import { userKeysQuery } from './users.ts'

/** Names and dates of somebody's keys. */
export function UserKeysDialog({ user: { id, name }, onClose }: { user: { id: string; name: string }; onClose: () => void }) {
  const { t } = useLingui()
  const userKeys = useQuery(userKeysQuery(id))
  return (
    <Dialog title={t`2FA Keys`} subtitle={name} size="sm" onClose={onClose}>
      <Loaded of={userKeys} failed={t`Failed to load user keys`} empty={{ icon: KeyRound, title: t`This user has no 2FA keys` }}>
        {(data) => (
          <ul className="grid gap-3" aria-label={t`2FA Keys`}>
            {data.data.map((key) => (
              <li key={key.id} className="items-baseline justify-between gap-x-4 sm:flex">
                <span className="block font-medium wrap-anywhere">{key.name}</span>
                <span className="block flex-none text-sm text-text-2">
                  <At time={key.created_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
