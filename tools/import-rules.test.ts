import { expect, test } from 'vitest'
import { findViolations, readOrder } from './import-rules.mjs'

const check = (path: string, text: string) => findViolations([[path, text]])

test.each([
  ['contract/src/keys.ts', `import { x } from '@twofold/bench/load'`, 'contract stands alone'],
  ['web/src/lib/call.ts', `import type { x } from '../../../server/src/keys/keys.service.ts'`, 'nothing imports server or web'],
  ['server/src/app.ts', `import { x } from '@twofold/web/lib'`, 'nothing imports server or web'],
  ['e2e/keys.spec.ts', `import { startTestApp } from '../server/src/testing/start-test-app.ts'`, 'nothing imports server or web'],
  ['contract/src/keys.ts', `import { readFile } from 'node:fs'`, 'contract is pure'],
  ['client/src/runtime.ts', `import type { takeCode } from '@twofold/contract/takes'`, 'its own sources import nothing'],
  ['cli/src/main.ts', `import { root } from '../../tools/process.mjs'`, 'the command line knows the client and the contract'],
  ['cli/src/main.ts', `import { hash } from '../../server/src/platform/crypto/token.ts'`, 'nothing imports server or web'],
  ['mcp/src/main.ts', `import { root } from '../../tools/process.mjs'`, 'the server for agents knows the client'],
  [
    'extension/src/popup.ts',
    `import { store } from '../../cli/src/stored-credentials.ts'`,
    'the extension knows the client and the contract',
  ],
  ['extension/src/popup.ts', `import { call } from '../../web/src/lib/call.ts'`, 'nothing imports server or web'],
  ['server/src/platform/jobs.ts', `import type { KeysService } from '../keys/keys.service.ts'`, 'platform knows no noun'],
  ['server/src/keys/keys.service.ts', `import type { FastifyRequest } from 'fastify'`, 'only routes see HTTP'],
  ['server/src/keys/keys.service.ts', `import { route } from '../platform/http/route.ts'`, 'only routes see HTTP'],
  ['server/src/keys/keys.repository.ts', `import { route } from '../platform/http/route.ts'`, 'only routes see HTTP'],
  ['server/src/keys/keys.service.ts', `import { sql } from 'kysely'`, 'only repositories see SQL'],
  ['server/src/keys/keys.routes.ts', `import pg from 'pg'`, 'only repositories see SQL'],
  ['server/src/keys/keys.repository.ts', `import type { KeysService } from './keys.service.ts'`, 'a repository uses the platform only'],
  ['server/src/keys/keys.service.ts', `import { keysRoutes } from './keys.routes.ts'`, 'a service knows no routes'],
  ['server/src/codes/codes.routes.ts', `import type { KeysService } from '../keys/keys.service.ts'`, 'nouns meet in services'],
  ['server/src/codes/codes.service.ts', `import type { KeysRepository } from '../keys/keys.repository.ts'`, 'nouns meet in services'],
  [
    'web/src/keys/X.tsx',
    `import { Modal, ModalOverlay } from 'react-aria-components/Modal'`,
    'what covers the page is made of ui/Overlay.tsx',
  ],
  [
    'web/src/keys/X.tsx',
    `import { Dialog as AriaDialog } from 'react-aria-components/Dialog'`,
    'what covers the page is made of ui/Overlay.tsx',
  ],
  ['web/src/ui/Menu.tsx', `import { Button, Dialog } from 'react-aria-components'`, 'what covers the page is made of ui/Overlay.tsx'],
  ['server/src/keys/keys.service.ts', `import type { SharingService } from '../sharing/grants/grants.service.ts'`, 'one direction only'],
  ['server/src/keys/keys.service.ts', `import type { A } from '../admin/users/users.service.ts'`, 'one direction only'],
  ['server/src/keys/keys.service.ts', `import type { A } from '../mail-rules/mappings/mappings.service.ts'`, 'only a noun.ts asks e-mail'],
  ['server/src/keys/keys.service.ts', `import type { A } from '../novelty/novelty.service.ts'`, 'has to be added'],
  [
    'server/src/mail-rules/mappings/mappings.service.ts',
    `import type { A } from '../../mail-delivery/trials/trials.service.ts'`,
    'one direction only',
  ],
  [
    'web/src/mail-log/logs/logs.ts',
    `import { settingsQuery } from '../../mail-design/settings/settings.ts'`,
    'nouns of the web do not import each other',
  ],
  [
    'web/src/mail-design/templates/templates.ts',
    `import { listMailLogs } from '@twofold/contract/mail-log/logs'`,
    'a noun of e-mail uses only those before it',
  ],
  ['contract/src/mail-design/templates.ts', `import { x } from '../mail-rules/mappings.ts'`, 'a noun of e-mail uses only those before it'],
  [
    'server/src/mail-rules/mappings/decide.ts',
    `import type { A } from '@twofold/contract/mail-delivery/suppressions'`,
    'a noun of e-mail uses only those before it',
  ],
  [
    'server/src/mail-log/logs/logs.service.ts',
    `import type { SentMailRepository } from '../../mail-delivery/delivery/sent-mail.repository.ts'`,
    'nouns meet in services',
  ],
  [
    'server/src/mail-log/public.routes.ts',
    `import { unsubscribePage } from '../mail-rules/preferences/unsubscribe-page.ts'`,
    'nouns meet in services',
  ],
  [
    'server/src/mail-delivery/announcing/compose-mail.ts',
    `import type { MappingsService } from '../../mail-rules/mappings/mappings.service.ts'`,
    'nouns meet in services',
  ],
  [
    'server/src/mail-log/logs/logs.service.ts',
    `import { createHeldMailService } from '../../mail-delivery/delivery/sent-mail.service.ts'`,
    'only the noun.ts of a noun calls its factories',
  ],
  ['server/src/admin/backups/backups.service.ts', `import type { A } from '../health/health.service.ts'`, 'one direction only'],
  ['server/src/admin/users/users.repository.ts', `import { day } from '../analytics/days.ts'`, 'nouns meet in services'],
  [
    'web/src/admin/users/users.ts',
    `import { leaversKey } from '../leavers/leavers.ts'`,
    'a part of the back office uses only those before it',
  ],
  ['contract/src/admin/health.ts', `import { jobQueue } from './jobs.ts'`, 'a part of the back office uses only those before it'],
  [
    'server/src/admin/analytics/risks.service.ts',
    `import { recentDays } from '@twofold/contract/admin/dashboard'`,
    'a part of the back office uses only those before it',
  ],
  ['web/src/screens/admin/index.tsx', `import { x } from '../../admin/novelty/x.ts'`, 'has to be added to officeParts'],
  [
    'server/src/codes/codes.service.ts',
    `import {\n  type KeysService,\n  createKeysService,\n} from '../keys/keys.service.ts'`,
    'only the noun.ts of a noun calls its factories',
  ],
  ['server/src/app.ts', `import { keysRoutes } from './keys/keys.routes.ts'`, 'app.ts lists nouns'],
  ['server/src/keys/noun.ts', `import type { Sharing } from '../sharing/noun.ts'`, 'one direction only'],
  ['server/src/mail-log/noun.ts', `import type { Keys } from '../keys/noun.ts'`, 'one direction only'],
  ['server/src/codes/noun.ts', `import { keys } from '../keys/noun.ts'`, 'nouns meet in services'],
  ['server/src/keys/keys.service.ts', `import { createApp } from '../app.ts'`, 'nothing imports app.ts'],
  ['web/src/ui/Button.tsx', `import { useCodes } from '../codes/use-codes.tsx'`, 'ui, lib and kits know no noun'],
  ['web/src/lib/call.ts', `export * from '../shell/Page.tsx'`, 'ui, lib and kits know no noun'],
  ['web/src/kits/ListPanel.tsx', `import { useCodes } from '../codes/use-codes.tsx'`, 'ui, lib and kits know no noun'],
  ['web/src/ui/Panel.tsx', `import { Loaded } from '../kits/Loaded.tsx'`, 'ui and lib know no kit'],
  ['web/src/keys/OwnKeyCard.tsx', `const Ring = lazy(() => import('../codes/Ring.tsx'))`, 'nouns of the web do not import each other'],
  ['web/src/keys/OwnKeyCard.tsx', `import { Page } from '../shell/Page.tsx'`, 'not the other way round'],
  ['web/src/shell/Header.tsx', `import '../screens/login.tsx'`, 'the shell knows no screen'],
])('%s: %s', (path, text, rule) => {
  expect(check(path, text)).toEqual([expect.stringContaining(rule)])
})

test.each([
  [
    'server/src/keys/keys.routes.ts',
    `import { route } from '../platform/http/route.ts'\nimport type { KeysService } from './keys.service.ts'`,
  ],
  [
    'server/src/keys/keys.service.ts',
    `import type { Db } from '../platform/database.ts'\nimport { shareKey } from '@twofold/contract/sharing/grants'`,
  ],
  ['server/src/keys/keys.service.ts', `import type { KeysRepository } from './keys.repository.ts'`],
  ['server/src/keys/keys.repository.ts', `import { sql } from 'kysely'\nimport type { Db } from '../platform/database.ts'`],
  ['server/src/codes/codes.service.ts', `import type { KeysService } from '../keys/keys.service.ts'`],
  ['server/src/mail-log/logs/present-details.ts', `import { openContent } from '../../mail-delivery/delivery/mail-content.ts'`],
  ['web/src/mail-log/logs/LogTable.tsx', `import { useMailStatusLabels } from '../../lib/use-mail-labels.ts'`],
  ['server/src/admin/users/users.service.ts', `import type { LeaversService } from '../leavers/leavers.service.ts'`],
  ['web/src/admin/leavers/leavers.ts', `import { usersKey } from '../users/users.ts'`],
  ['web/src/admin/users/users.ts', `import { getUser } from '@twofold/contract/admin/user-detail'`],
  ['server/src/admin/users/users.service.ts', `import type { AccountsService } from '../../accounts/accounts.service.ts'`],
  ['server/src/app.ts', `import { keys } from './keys/noun.ts'\nimport fastify from 'fastify'`],
  ['server/src/codes/noun.ts', `import type { Keys } from '../keys/noun.ts'\nimport type { MailDelivery } from '../mail-delivery/noun.ts'`],
  ['server/src/codes/noun.ts', `import { createCodesService } from './codes.service.ts'`],
  ['server/src/keys/keys.test.ts', `import { startTestApp } from '../testing/start-test-app.ts'\nimport pg from 'pg'`],
  ['bench/main.ts', `import { createOtp } from '../server/src/codes/otp.ts'`],
  ['web/src/ui/Overlay.tsx', `import { Modal, ModalOverlay } from 'react-aria-components/Modal'`],
  ['web/src/admin/X.tsx', `import { DialogTrigger } from 'react-aria-components/Dialog'`],
  ['web/src/screens/dashboard.tsx', `import { useCodes } from '../codes/use-codes.tsx'\nimport { Page } from '../shell/Page.tsx'`],
])('allowed, %s: %s', (path, text) => {
  expect(check(path, text)).toEqual([])
})

test('the order of nouns is that of the list in app.ts', () => {
  const text = `import { users } from './admin/users/noun.ts'
import { keys } from './keys/noun.ts'
import { other } from './platform/other.ts'
const nouns = listNouns()
  .add(other)
  .add(keys)
  .add(users)`
  expect(readOrder(text)).toEqual(['keys', 'admin/users'])
})
