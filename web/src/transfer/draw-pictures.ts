import { transferLimits } from '@twofold/contract/transfer-limits'
import { toBase64, toBytes } from './opening/bytes.ts'
import type { EntryIcon } from './entries/entry-icon.ts'
import type { ImportEntry, JudgedEntry } from './judge-entries.ts'

/** The picture as a small square PNG in Base64; undefined where the browser cannot show it. */
export type DrawIcon = (picture: Blob) => Promise<string | undefined>

/** Bytes around the picture in the body. */
const fieldBytes = ',"icon":""'.length

/**
 * The request body for the chosen entries. Their pictures are redrawn here, each once, up to the call's limit; `leftOut` counts those that cannot be
 * shown or do not fit.
 */
export async function withPictures(
  chosen: readonly JudgedEntry[],
  drawIcon: DrawIcon,
): Promise<{ entries: ImportEntry[]; leftOut: number }> {
  const sent = chosen.flatMap(({ entry, icon }) => (entry ? [{ entry, icon }] : []))
  let room = transferLimits.importBytes - toBytes(JSON.stringify({ dry_run: false, entries: sent.map(({ entry }) => entry) })).length
  const drawn = new Map<string, string | undefined>()
  async function pictureOf({ bytes, type }: EntryIcon): Promise<string | undefined> {
    const known = toBase64(bytes)
    if (!drawn.has(known)) {
      if (drawn.size === transferLimits.importIcons) return undefined
      drawn.set(known, await drawIcon(new Blob([bytes], { type })))
    }
    const png = drawn.get(known)
    if (png === undefined || png.length + fieldBytes > room) return undefined
    room -= png.length + fieldBytes
    return png
  }
  const entries: ImportEntry[] = []
  let leftOut = 0
  for (const { entry, icon } of sent) {
    const png = icon && (await pictureOf(icon))
    if (icon && png === undefined) leftOut += 1
    entries.push(png === undefined ? entry : { ...entry, icon: png })
  }
  return { entries, leftOut }
}
