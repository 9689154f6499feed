import { i18n } from '@lingui/core'

/** A number as it is written where the reader is: '1,234' or '1.234'. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string => i18n.number(value, options)

/** A percentage: '97.5%' or '97,5 %'. */
export const percentText = (percent: number): string => numberText(percent / 100, { style: 'percent', maximumFractionDigits: 1 })
