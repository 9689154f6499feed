/** The JSON of what a schema lets through of a value; undefined: the value is not as the schema says. */
export type Write = (value: unknown) => string | undefined

/** Whether `Write` is certain to produce the same text as `JSON.stringify` for this value. */
export type Fits = (value: unknown) => boolean

export interface Writer {
  write: Write
  fits: Fits
  /** Left out of an object where there is no value. */
  isOptional: boolean
}

export const ofKind = (fits: Fits, text: (value: unknown) => string): Writer => ({
  fits,
  write: (value) => (fits(value) ? text(value) : undefined),
  isOptional: false,
})

export function oneOf(values: ReadonlySet<unknown> | undefined): Writer {
  const texts = new Map([...(values ?? [])].map((value) => [value, JSON.stringify(value)]))
  return { fits: (value) => texts.has(value), write: (value) => texts.get(value), isOptional: false }
}

export function list({ write, fits, isOptional }: Writer): Writer {
  return {
    fits: (value) => {
      if (!Array.isArray(value)) return false
      // Not with `every`, which skips holes.
      for (let index = 0; index < value.length; index += 1) if (!fits(value[index])) return false
      return true
    },
    write: (value) => {
      if (!Array.isArray(value)) return undefined
      let text = '['
      for (let index = 0; index < value.length; index += 1) {
        const item: unknown = value[index]
        const written = item === undefined && isOptional ? 'null' : write(item)
        if (written === undefined) return undefined
        text += index === 0 ? written : `,${written}`
      }
      return `${text}]`
    },
    isOptional: false,
  }
}

export function firstOf(options: readonly Writer[]): Writer {
  return {
    fits(value) {
      for (const { fits, write } of options) {
        if (fits(value)) return true
        if (write(value) !== undefined) return false
      }
      return false
    },
    write(value) {
      for (const { write } of options) {
        const written = write(value)
        if (written !== undefined) return written
      }
      return undefined
    },
    isOptional: false,
  }
}

type Field = Writer & { name: string }

export function object(fields: readonly Field[]): Writer {
  const named = fields.map(({ name, ...writer }) => ({ ...writer, name, label: `${JSON.stringify(name)}:` }))
  return {
    fits: (value) => isPlainObject(value) && hasJust(value, fields),
    write: (value) => {
      if (!isObject(value)) return undefined
      let text = ''
      for (const { name, label, write, isOptional } of named) {
        const field = value[name]
        if (field === undefined && isOptional) continue
        const written = write(field)
        if (written === undefined) return undefined
        text += text === '' ? label + written : `,${label}${written}`
      }
      return `{${text}}`
    },
    isOptional: false,
  }
}

/** Whether an object has exactly these fields, in this order. */
function hasJust(value: Record<string, unknown>, fields: readonly Field[]): boolean {
  let next = 0
  for (const name in value) {
    while (fields[next]?.isOptional === true && fields[next]?.name !== name) next += 1
    const field = fields[next]
    if (field?.name !== name) return false
    const inside = value[name]
    if (inside === undefined ? !field.isOptional : !field.fits(inside)) return false
    next += 1
  }
  while (fields[next]?.isOptional === true) next += 1
  return next === fields.length
}

export function record({ write, fits, isOptional }: Writer): Writer {
  return {
    fits: (value) => isPlainObject(value) && Object.entries(value).every(([name, inside]) => name !== '__proto__' && fits(inside)),
    write: (value) => {
      if (!isPlainObject(value)) return undefined
      let text = ''
      for (const name of Object.keys(value)) {
        const field = value[name]
        if (field === undefined && isOptional) continue
        // Zod leaves it out.
        if (name === '__proto__') continue
        const written = write(field)
        if (written === undefined) return undefined
        text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`
      }
      return `{${text}}`
    },
    isOptional: false,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** No instance of a class, which may say itself how JSON has it. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
