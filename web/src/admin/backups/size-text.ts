import { numberText } from '../../lib/number-text.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** '18 MB', '1.4 GB', each on one line. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const value = bytes / 1024 ** power
  return `${value >= 10 || power === 0 ? Math.round(value) : numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0${units[power]}`
}
