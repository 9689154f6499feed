import { adminUserScreens } from './screens/admin-users.ts'
import { sharingDialogScreens } from './screens/sharing-dialogs.ts'
import { accountScreens } from './screens/accounts.ts'
import { closedAccountScreens } from './screens/closed-account.ts'
import { programScreens } from './screens/programs.ts'
import { vaultDialogScreens } from './screens/vault-dialogs.ts'
import { transferScreens } from './screens/transfer.ts'
import { vaultRowScreens } from './screens/vault-rows.ts'
import { welcomeScreens } from './screens/welcome.ts'
import { vaultScreens } from './screens/vault.ts'
import { profileScreens } from './screens/profile.ts'
import { analyticsScreens } from './screens/analytics.ts'
import { backOfficeScreens } from './screens/back-office.ts'
import { reviewScreens } from './screens/reviews.ts'
import { backupScreens } from './screens/backups.ts'
import { emailLogScreens } from './screens/email-logs.ts'
import { emailMappingScreens } from './screens/email-mappings.ts'
import { emailProviderScreens } from './screens/email-providers.ts'
import { emailThemeScreens } from './screens/email-themes.ts'
import { leaverScreens } from './screens/leavers.ts'
import { systemScreens } from './screens/system.ts'
import { emailTemplateScreens } from './screens/email-templates.ts'
import { questionScreens } from './screens/questions.ts'
import { frameScreens } from './screens/frame.ts'

/** Everything that can be seen so far. */
export const screens = [
  ...accountScreens,
  ...closedAccountScreens,
  ...vaultScreens,
  ...vaultRowScreens,
  ...vaultDialogScreens,
  ...programScreens,
  ...sharingDialogScreens,
  ...transferScreens,
  ...profileScreens,
  ...welcomeScreens,
  ...backOfficeScreens,
  ...reviewScreens,
  ...adminUserScreens,
  ...analyticsScreens,
  ...leaverScreens,
  ...backupScreens,
  ...systemScreens,
  ...emailLogScreens,
  ...emailMappingScreens,
  ...emailProviderScreens,
  ...emailThemeScreens,
  ...emailTemplateScreens,
  ...questionScreens,
  ...frameScreens,
]
