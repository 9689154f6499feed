import { namesIn } from '@twofold/contract/browser-names'
import type { Wording } from '@twofold/contract/said'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'

/** A device as people name it: "Firefox on Linux". */
export const nameDevice = (userAgent: string | null | undefined): string => textOf([wordDevice(userAgent)])

/** A program's own name. */
export function wordDevice(userAgent: string | null | undefined): Wording {
  if (userAgent === null || userAgent === undefined) return sentence('device.unknown')
  const { browser, system } = namesIn(userAgent)
  if (browser !== undefined && system !== undefined) return sentence('device.browser', { browser, system })
  if (system !== undefined) return sentence('device.system', { system })
  const name = browser ?? /^([\w.-]{1,40})\//.exec(userAgent)?.[1]
  return name === undefined ? sentence('device.unknown') : sentence('device.program', { name })
}
