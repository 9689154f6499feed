import type { ActivityEntry, ActivityGroup } from '@twofold/contract/profile'
import type { Outline } from '../ui/Icon.tsx'
import { Fingerprint } from '../ui/icons/Fingerprint.ts'
import { Hash } from '../ui/icons/Hash.ts'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { LifeBuoy } from '../ui/icons/LifeBuoy.ts'
import { LockKeyhole } from '../ui/icons/LockKeyhole.ts'
import { LogIn } from '../ui/icons/LogIn.ts'
import { LogOut } from '../ui/icons/LogOut.ts'
import { Mail } from '../ui/icons/Mail.ts'
import { PencilLine } from '../ui/icons/PencilLine.ts'
import { RectangleEllipsis } from '../ui/icons/RectangleEllipsis.ts'
import { ShieldAlert } from '../ui/icons/ShieldAlert.ts'
import { ShieldCheck } from '../ui/icons/ShieldCheck.ts'
import { Smartphone } from '../ui/icons/Smartphone.ts'
import { Trash2 } from '../ui/icons/Trash2.ts'
import { UserPlus } from '../ui/icons/UserPlus.ts'
import { Users } from '../ui/icons/Users.ts'

/** By words in the name of the kind; the first match wins. */
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

/** Whether the entry deserves a second look: it may not have been the person. */
export const isRemarkable = (kind: string) => /locked$|new_device$|after_failures$|^recovery_code_used$/.test(kind)
