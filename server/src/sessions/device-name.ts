import type { Wording } from '@twofold/contract/said'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'

/** Most telling first: many browsers also carry the names of those they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A device as people name it: "Firefox on Linux". */
export const nameDevice = (userAgent: string | null | undefined): string => textOf([wordDevice(userAgent)])

/** A program's own name. */
export function wordDevice(userAgent: string | null | undefined): Wording {
  if (userAgent === null || userAgent === undefined) return sentence('device.unknown')
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser !== undefined && system !== undefined) return sentence('device.browser', { browser, system })
  if (system !== undefined) return sentence('device.system', { system })
  const name = browser ?? /^([\w.-]{1,40})\//.exec(userAgent)?.[1]
  return name === undefined ? sentence('device.unknown') : sentence('device.program', { name })
}
