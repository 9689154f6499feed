import { type EmailSettings, emailSettings } from '@twofold/contract/mail-design/settings'
import type { SettingsRepository } from './settings.repository.ts'

/** The stored settings, with defaults for those never set. */
export async function readEmailSettings(settings: Pick<SettingsRepository, 'find'>): Promise<EmailSettings> {
  return emailSettings.parse((await settings.find())?.settings ?? {})
}
