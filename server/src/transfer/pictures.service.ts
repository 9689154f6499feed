import { transferLimits } from '@twofold/contract/transfer-limits'
import { type IconPicture, readIconPicture } from '../keys/icon-picture.ts'
import { mapInBatches } from '../platform/batches.ts'

/** Decodes each distinct text once: many keys of an application often share a picture. */
export async function readPictures(entries: readonly { icon?: string | undefined }[]): Promise<Map<string, IconPicture>> {
  const texts = [...new Set(entries.flatMap(({ icon }) => icon ?? []))].slice(0, transferLimits.importIcons)
  const read = await mapInBatches(texts, readIconPicture, { itemsBetween: 1 })
  return new Map(texts.flatMap((text, index) => (read[index] ? [[text, read[index]] as const] : [])))
}
