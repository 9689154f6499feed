import { createStoredSetting } from '../lib/stored-setting.ts'

/** Whether codes are covered until tapped, for people who work where others look on. */
export const hiddenCodesSetting = createStoredSetting('hide-codes', ['enabled', 'disabled'], 'disabled')

/** Milliseconds after which a code that was tapped is covered again. */
export const revealDuration = 30_000
