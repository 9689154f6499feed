import type { ActivityEntry, ActivityGroup } from '@twofold/contract/profile'
import type { Outline } from '../ui/Icon.tsx'
import {
  Fingerprint,
  Hash,
  KeyRound,
  LifeBuoy,
  LockKeyhole,
  LogIn,
  LogOut,
  Mail,
  PencilLine,
  RectangleEllipsis,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  Trash2,
  UserPlus,
  Users,
} from '../ui/icons.generated.ts'

/** By the words in the name of its kind, the first that fits. */
const byWord: readonly [RegExp, Outline][] = [
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

const byGroup: Record<ActivityGroup, Outline> = { sign_in: LogIn, security: ShieldCheck, keys: KeyRound, shares: Users }

export const activityIcon = ({ kind, group }: Pick<ActivityEntry, 'kind' | 'group'>): Outline =>
  byWord.find(([word]) => word.test(kind))?.[1] ?? byGroup[group]

/** What somebody should look at twice: it may not have been them. */
export const isRemarkable = (kind: string) => /locked$|new_device$|after_failures$|^recovery_code_used$/.test(kind)
