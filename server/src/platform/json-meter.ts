/** Limits on the number of parts of a JSON text. The contract declares them per call. */
export interface JsonCounts {
  /** Values of any kind: objects, arrays, texts, numbers. */
  values: number
  /** Fields of one object. */
  fields: number
  /** Items of one array. */
  items: number
  /** Objects and arrays inside each other. */
  depth: number
}

/** A text that has more parts than it may have. */
export class TooManyParts extends Error {
  override name = 'TooManyParts'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openObject = 0x7b
const closeObject = 0x7d
const openArray = 0x5b
const closeArray = 0x5d

/** Byte offsets of the items of a top-level array, each batch without its surrounding commas. */
export interface TopArray {
  /** Just behind the opening bracket. */
  start: number
  /** At the closing bracket; -1 until it is found. */
  end: number
  /** Offsets of the commas that end a batch. */
  cuts: number[]
}

interface MeterOptions {
  /** Notes where arrays at the top can be cut into batches of about so many bytes. Absent: nothing is noted. */
  batchBytes?: number
  /** With `batchBytes`: bytes of one item of such an array, and of everything outside such arrays together. */
  largestPiece?: number
}

/**
 * Counts the parts of a JSON text while its bytes arrive, without parsing: what has too many never reaches a parser. It does not check the
 * syntax; text that is not JSON gets some count, and the parser refuses it.
 */
export function createJsonMeter(limits: JsonCounts, { batchBytes = 0, largestPiece = Infinity }: MeterOptions = {}) {
  /** For every open object and array: its commas so far, and its limit. */
  const commas = new Uint32Array(limits.depth + 1)
  const mostCommas = new Uint32Array(limits.depth + 1)
  const isArray = new Uint8Array(limits.depth + 1)
  const topArrays: TopArray[] = []
  let open: TopArray | undefined
  let pieceStart = 0
  let outside = 0
  let depth = 0
  let values = 1
  let position = 0
  let isInText = false
  let isEscaped = false

  function checkPiece(bytes: number) {
    if (bytes > largestPiece) throw new TooManyParts()
  }

  function enter(array: boolean, at: number) {
    depth += 1
    values += 1
    if (depth > limits.depth || values > limits.values) throw new TooManyParts()
    commas[depth] = 0
    mostCommas[depth] = (array ? limits.items : limits.fields) - 1
    isArray[depth] = array ? 1 : 0
    if (batchBytes > 0 && array && depth === 2 && isArray[1] === 0) {
      outside += at + 1 - pieceStart
      checkPiece(outside)
      open = { start: at + 1, end: -1, cuts: [] }
      topArrays.push(open)
      pieceStart = at + 1
    }
  }

  function leave(at: number) {
    if (open !== undefined && depth === 2) {
      checkPiece(at - pieceStart)
      open.end = at
      open = undefined
      pieceStart = at
    }
    if (depth > 0) depth -= 1
  }

  function separate(at: number) {
    values += 1
    const count = (commas[depth] ?? 0) + 1
    commas[depth] = count
    if (values > limits.values || (depth > 0 && count > (mostCommas[depth] ?? 0))) throw new TooManyParts()
    if (open === undefined || depth !== 2) return
    checkPiece(at - pieceStart)
    pieceStart = at + 1
    if (at - (open.cuts.at(-1) ?? open.start) >= batchBytes) open.cuts.push(at)
  }

  return {
    /** Throws TooManyParts. */
    push(bytes: Uint8Array): void {
      for (let index = 0; index < bytes.length; index++) {
        const byte = bytes[index]
        if (isInText) {
          if (isEscaped) isEscaped = false
          else if (byte === backslash) isEscaped = true
          else if (byte === quote) isInText = false
        } else if (byte === quote) isInText = true
        else if (byte === comma) separate(position + index)
        else if (byte === openObject || byte === openArray) enter(byte === openArray, position + index)
        else if (byte === closeObject || byte === closeArray) leave(position + index)
      }
      position += bytes.length
      // A piece that never ends must not be kept until it does.
      checkPiece(position - pieceStart + (open === undefined ? outside : 0))
    },
    /** The arrays at the top of the text, in its order. */
    topArrays: (): readonly TopArray[] => topArrays,
    /** An upper bound of the number in the text. */
    values: () => values,
  }
}

/** Parses external JSON with at most as many parts as `limits` allow. Undefined: it has more, or is not JSON. */
export function parseCounted(text: string, limits: JsonCounts): unknown {
  try {
    createJsonMeter(limits).push(Buffer.from(text))
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
