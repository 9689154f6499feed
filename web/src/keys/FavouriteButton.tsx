import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { keysQuery } from './keys.ts'
import { useEditKey } from './use-edit-key.ts'

/** Favourites come first. Everybody has their own, of shared keys too. */
export function FavouriteButton({ id, name, isFavourite }: { id: string; name: string; isFavourite: boolean }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const edit = useEditKey(id)

  /** Seen at once; the list that is loaded after the answer has the last word. */
  function show(favourite: boolean) {
    client.setQueryData(keysQuery.queryKey, (keys) => {
      if (!keys) return undefined
      const marked = <Key extends { id: string }>(key: Key) => (key.id === id ? { ...key, favourite } : key)
      return { own_keys: keys.own_keys.map(marked), shared_keys: keys.shared_keys.map(marked) }
    })
  }

  function toggle() {
    if (edit.isPending) return
    show(!isFavourite)
    // Not by the callback of `mutate`: of many keys the card moves away with its star, and nobody would hear of the failure.
    edit.mutateAsync({ favourite: !isFavourite }).catch(() => show(isFavourite))
  }
  return <IconButton size="sm" icon={Star} label={t`Favourite: ${name}`} aria-pressed={isFavourite} className="key-star" onPress={toggle} />
}
