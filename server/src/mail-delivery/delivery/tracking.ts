import { timingSafeEqual } from 'node:crypto'
import { mailPaths } from '@twofold/contract/mail-design/mail-paths'
import { rewriteLinks } from './rewrite-links.ts'

/** Content of a token: an open, or a click on the link with that index. */
export type Tracked = { kind: 'opened'; logId: string } | { kind: 'clicked'; logId: string; link: number }

/** MACs as the platform makes them; `macWith` is undefined for a version that is gone. */
export interface TrackingMac {
  mac(text: string): { version: number; mac: Buffer }
  macWith(version: number, text: string): Buffer | undefined
}

/** Paths of the tracking endpoints, below the origin; the token follows. */
export const trackingPaths = { opened: `${mailPaths.open}/`, clicked: `${mailPaths.click}/` } as const

/** 128 bits are plenty for a link, and links are long as it is. */
const shorten = (mac: Buffer) => mac.subarray(0, 16).toString('base64url')
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Tracks opens and clicks of e-mail sent by SMTP. A token names an e-mail and the index of a link, never an address: the target is looked up among
 * the links stored with the e-mail, so that no token, not even with a stolen key, can redirect elsewhere.
 */
export function createTracking(deps: { app: { readonly url: string }; mac: TrackingMac }) {
  const { app, mac } = deps

  function tokenFor(tracked: Tracked): string {
    const text = textOf(tracked)
    const { version, mac: whole } = mac.mac(text)
    return `${Buffer.from(text).toString('base64url')}.${version}.${shorten(whole)}`
  }

  return {
    /** Adds a pixel and redirects to the HTML. Answers also the targets in the order of their indexes: store them with the e-mail. */
    track(logId: string, html: string): { html: string; links: string[] } {
      const origin = app.url
      const pixel = `<img src="${origin}${trackingPaths.opened}${tokenFor({ kind: 'opened', logId })}" width="1" height="1" alt="" style="border:0;width:1px;height:1px" />`
      const rewritten = rewriteLinks(
        html,
        origin,
        (link) => `${origin}${trackingPaths.clicked}${tokenFor({ kind: 'clicked', logId, link })}`,
      )
      const end = rewritten.html.toLowerCase().lastIndexOf('</body>')
      const position = end === -1 ? rewritten.html.length : end
      return { html: rewritten.html.slice(0, position) + pixel + rewritten.html.slice(position), links: rewritten.links }
    },

    /** Decodes a token of ours; undefined for any other text. */
    read(token: string): Tracked | undefined {
      const [, encoded, version, signature] = /^([\w-]{1,200})\.([1-9]\d{0,5})\.([\w-]{22})$/.exec(token) ?? []
      if (encoded === undefined || version === undefined || signature === undefined) return undefined
      const text = Buffer.from(encoded, 'base64url').toString('utf8')
      const expected = mac.macWith(Number(version), text)
      // Compared as text, so that an e-mail has exactly one token, without variants.
      if (expected === undefined || Buffer.from(text).toString('base64url') !== encoded) return undefined
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(shorten(expected)))) return undefined
      return parse(text)
    },
  }
}

/** The smallest GIF there is: one transparent pixel. */
export const pixelGif: Buffer = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const textOf = (tracked: Tracked) => (tracked.kind === 'opened' ? `opened:${tracked.logId}` : `clicked:${tracked.logId}:${tracked.link}`)

function parse(text: string): Tracked | undefined {
  const [kind, logId = '', link = ''] = text.split(':')
  if (!uuid.test(logId)) return undefined
  if (kind === 'opened') return { kind, logId }
  return kind === 'clicked' && /^\d{1,4}$/.test(link) ? { kind, logId, link: Number(link) } : undefined
}
