import type { ActivityEntry, ActivityGroup } from '@twofold/contract/profile'
import {
  Fingerprint,
  Hash,
  KeyRound,
  LifeBuoy,
  LockKeyhole,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  PencilLine,
  RectangleEllipsis,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react'

/** By the words in the name of its kind, the first that fits. */
const byWord: readonly [RegExp, LucideIcon][] = [
  [/locked/, LockKeyhole],
  [/after_failures|new_device/, ShieldAlert],
  [/^signed_in/, LogIn],
  [/session/, LogOut],
  [/^account_created/, UserPlus],
  [/deleted/, Trash2],
  [/email/, Mail],
  [/recovery/, LifeBuoy],
  [/password/, RectangleEllipsis],
  [/passkey/, Fingerprint],
  [/totp/, Smartphone],
  [/pin/, Hash],
  [/name/, PencilLine],
]

const byGroup: Record<ActivityGroup, LucideIcon> = { sign_in: LogIn, security: ShieldCheck, keys: KeyRound, shares: Users }

export const activityIcon = ({ kind, group }: Pick<ActivityEntry, 'kind' | 'group'>): LucideIcon =>
  byWord.find(([word]) => word.test(kind))?.[1] ?? byGroup[group]

/** What somebody should look at twice: it may not have been them. */
export const isRemarkable = (kind: string) => /locked$|new_device$|after_failures$|^recovery_code_used$/.test(kind)
