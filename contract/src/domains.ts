import { asciiDomain } from './email-address.ts'

/** Domains of one filter. */
export const domainsMost = 20

/** The domains of a filter such as `example.org, example.com`. */
export const domainsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((domain) => asciiDomain(domain.replace(/^@/, '')))
      .filter((domain) => domain !== ''),
  ),
]
