import { createHash } from 'node:crypto'
import { iconLimits } from '@twofold/contract/key-icons'
import { rewritePng } from './rewrite-png.ts'

const longestText = Math.ceil(iconLimits.bytes / 3) * 4

export interface IconPicture {
  /** PNG, written from the pixels of what was sent. */
  picture: Buffer
  /** Its name, which is different for every picture. */
  icon: string
}

/** `png` in Base64. Undefined: it is no PNG within the limits of pictures. */
export function readIconPicture(png: string): IconPicture | undefined {
  if (png.length > longestText) return undefined
  const picture = rewritePng(Buffer.from(png, 'base64'), iconLimits.side)
  if (picture === undefined || picture.length > iconLimits.bytes) return undefined
  return { picture, icon: createHash('sha256').update(picture).digest('base64url').slice(0, 16) }
}
