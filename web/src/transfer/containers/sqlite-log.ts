import { isSame, toHex } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'

const [headBytes, frameHeadBytes] = [32, 24]
/** The lowest bit says in which order the bytes of its sums are. */
const magics = new Set(['377f0682', '377f0683'])
const mostPages = 65_536

export const isLog = (bytes: Uint8Array) => magics.has(toHex(bytes.subarray(0, 4)))

/**
 * A SQLite database with the changes of its write-ahead log (https://sqlite.org/fileformat2.html#walformat): what was committed last, page by page.
 * What comes after the last commit, is of an older log or does not fit its sum is left out, as SQLite itself does.
 */
export function applyLog(database: Uint8Array, log: Uint8Array): Uint8Array {
  if (log.length < headBytes || !isLog(log)) return database
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength)
  const pageSize = view.getUint32(8)
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) throw new TransferError('damaged')
  const sum = checksum(view)
  sum.add(0, 24)
  if (!sum.fits(24)) return database
  let [committed, waiting] = [new Map<number, number>(), new Map<number, number>()]
  let pages = 0
  for (let at = headBytes; at + frameHeadBytes + pageSize <= log.length; at += frameHeadBytes + pageSize) {
    // The salts of the head: a frame with others is left over from before.
    if (!isSame(log.subarray(at + 8, at + 16), log.subarray(16, 24))) break
    sum.add(at, 8)
    sum.add(at + frameHeadBytes, pageSize)
    if (!sum.fits(at + 16)) break
    waiting.set(view.getUint32(at), at + frameHeadBytes)
    const size = view.getUint32(at + 4)
    if (size === 0) continue
    pages = size
    committed = new Map([...committed, ...waiting])
    waiting = new Map()
  }
  return pages === 0 ? database : withPages(database, log, { committed, pages, pageSize })
}

interface Change {
  /** Offset of each page in the log. */
  committed: ReadonlyMap<number, number>
  /** Number of pages of the database after it. */
  pages: number
  pageSize: number
}

function withPages(database: Uint8Array, log: Uint8Array, { committed, pages, pageSize }: Change): Uint8Array {
  if (pages > mostPages || pages * pageSize > database.length + log.length) throw new TransferError('damaged')
  const changed = new Uint8Array(pages * pageSize)
  changed.set(database.subarray(0, changed.length))
  for (const [page, from] of committed)
    if (page >= 1 && page <= pages) changed.set(log.subarray(from, from + pageSize), (page - 1) * pageSize)
  return changed
}

/** Two sums over pairs of words, which go on from frame to frame. */
function checksum(view: DataView) {
  const isLittleEndian = (view.getUint32(0) & 1) === 0
  let [first, second] = [0, 0]
  return {
    add(from: number, length: number) {
      for (let at = from; at < from + length; at += 8) {
        first = (first + view.getUint32(at, isLittleEndian) + second) >>> 0
        second = (second + view.getUint32(at + 4, isLittleEndian) + first) >>> 0
      }
    },
    fits: (at: number) => view.getUint32(at) === first && view.getUint32(at + 4) === second,
  }
}
