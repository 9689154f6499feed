import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { generateCodes, noCode } from '@twofold/contract/codes'
import { plainText } from '@twofold/contract/plain-text'
import { Copy } from '../../ui/icons/Copy.ts'
import { Eye } from '../../ui/icons/Eye.ts'
import { UserPlus } from '../../ui/icons/UserPlus.ts'
import { liveFeed } from '../../codes/live-feed.ts'
import { useCopyCodeOf } from '../../codes/use-copy-code.ts'
import { keysQuery } from '../../keys/keys.ts'
import { type AnyKey, isShared, sectionsOf } from '../../keys/vault-sections.ts'
import { vaultWish } from '../../keys/vault-wish.ts'
import { call } from '../../lib/call.ts'
import { type Entry, matching, type Section } from './commands.ts'

/** So many keys are offered to be copied, and half of them to be shown or shared. */
const mostKeys = 6

/** Acts on each key, available on every screen. */
export function useKeyCommands(typed: string): Section[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const copyCode = useCopyCodeOf(liveFeed.get())
  const { data: keys } = useQuery(keysQuery)
  if (!keys) return []
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  const begins = ({ name }: AnyKey) => words.some((word) => plainText(name).startsWith(word))
  // In the order of the search: names that begin with the typed text come first.
  const all = sectionsOf(keys, Date.now())
    .flatMap((section) => section.keys)
    .sort((one, other) => Number(begins(other)) - Number(begins(one)))

  /** Uses the loaded codes; on screens other than the dashboard they are fetched. */
  async function copy(key: AnyKey) {
    const feed = liveFeed.get()
    const code = feed ? feed.codeNow(key.id).code : (await call(generateCodes)).codes.find(({ id }) => id === key.id)?.code
    await copyCode(key, code ?? noCode)
  }

  const copyLabel = ({ name }: AnyKey) => t`Copy ${name}`
  const showLabel = ({ name }: AnyKey) => t`Show ${name}`
  const shareLabel = ({ name }: AnyKey) => t`Share ${name}`
  const about = ({ account, issuer }: AnyKey) => account ?? issuer ?? ''
  const copies = all.filter(hasCode).map((key): Entry => ({
    id: `copy-${key.id}`,
    label: copyLabel(key),
    note: about(key),
    icon: Copy,
    run: () => void copy(key),
  }))
  const showings = all.map((key): Entry => ({
    id: `show-${key.id}`,
    label: showLabel(key),
    note: about(key),
    icon: Eye,
    run: () => void navigate({ to: '/dashboard', search: { search: key.name } }),
  }))
  const shares = all
    .filter((key) => !isShared(key))
    .map((key): Entry => ({
      id: `share-${key.id}`,
      label: shareLabel(key),
      note: about(key),
      icon: UserPlus,
      run: () => {
        vaultWish.set({ act: 'share', keyId: key.id })
        void navigate({ to: '/dashboard' })
      },
    }))
  const first = (entries: Entry[], most: number) => matching([{ id: '', title: '', entries }], typed)[0]?.entries.slice(0, most) ?? []
  const entries = [
    ...first(copies, mostKeys),
    ...(typed.trim() === '' ? [] : [...first(showings, mostKeys / 2), ...first(shares, mostKeys / 2)]),
  ]
  return entries.length === 0 ? [] : [{ id: 'own-keys', title: t`Your keys`, entries }]
}

/** Others make a code when they are asked to, and the dashboard asks. */
const hasCode = ({ type, exclusive }: AnyKey) => type !== 'hotp' && exclusive !== true
