import { type ExportFormat, exportKeys } from '@twofold/contract/transfer'
import { useEffect, useRef } from 'react'
import { useQuestion } from '../kits/use-question.ts'
import { call } from '../lib/call.ts'
import { longLimitMs } from '../lib/call-for-file.ts'
import { saveFile } from '../lib/save-file.ts'
import type { WrittenKey } from './formats/twofold.ts'
import { writeFile } from './transfer-jobs.ts'
import { foreignWriters } from './written-formats.ts'

export interface ExportRequest {
  format: ExportFormat
  /** Undefined: all. */
  ids: string[] | undefined
  password: string
}

export interface Exported {
  format: ExportFormat
  keys: WrittenKey[]
  /** Pictures of keys beyond what one export holds. */
  iconsLeftOut: number
  /** ISO 8601. */
  exportedAt: string
  /** Undefined for what is printed. */
  file: { name: string; content: Blob } | undefined
}

/** Gets the keys out, which asks for the PIN, and writes the file here: the password does not leave the browser. Closing stops it. */
export function useExport() {
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return useQuestion(async ({ format, ids, password }: ExportRequest): Promise<Exported> => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const {
      keys,
      exported_at,
      icons_left_out: iconsLeftOut,
    } = await call(exportKeys, { body: { format, ...(ids && { key_ids: ids }) } }, { signal, limitMs: longLimitMs })
    const day = exported_at.slice(0, 10)
    const exported = { format, keys, exportedAt: exported_at, iconsLeftOut }
    if (format === 'qr') return { ...exported, file: undefined }
    const written = await write(format, keys, password, signal)
    const file = { name: `${written.name}-${day}.${written.ending}`, content: new Blob([written.text], { type: written.type }) }
    saveFile(file.content, file.name)
    return { ...exported, file }
  }, false)
}

async function write(format: Exclude<ExportFormat, 'qr'>, keys: readonly WrittenKey[], password: string, signal: AbortSignal) {
  if (format === 'twofold')
    return { name: 'twofold', ending: 'json', type: 'application/json', text: await writeFile(keys, password, signal) }
  if (format === 'links')
    return { name: 'twofold-links', ending: 'txt', type: 'text/plain', text: keys.map(({ uri }) => `${uri}\n`).join('') }
  const writer = foreignWriters[format]
  return { ...writer, text: writer.write(keys) }
}
