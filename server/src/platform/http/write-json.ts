import * as z from 'zod/mini'

/** The JSON of what a schema lets through of a value; undefined: the value is not as the schema says. */
type Write = (value: unknown) => string | undefined

/** `isOptional`: left out of an object where there is no value. */
interface Writer {
  write: Write
  isOptional: boolean
}

/** What is read of a schema. Other kinds, and whatever has checks, are left to Zod. */
interface Definition {
  type: string
  checks?: readonly unknown[]
  format?: string
  coerce?: boolean
  shape?: Record<string, z.ZodMiniType>
  catchall?: z.ZodMiniType
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
}

/**
 * Writes values of `schema` as JSON in one pass, where Zod makes a copy of the answer and `JSON.stringify` walks through that: without fields that are
 * not declared, in the order of the schema, and undefined where Zod would find fault.
 */
export function compileWriter(schema: z.ZodMiniType): Write {
  return compile(schema, new Map()).write
}

function compile(schema: z.ZodMiniType, known: Map<z.ZodMiniType, Writer>): Writer {
  const found = known.get(schema)
  if (found !== undefined) return found
  const made = make(schema, (inner) => compile(inner, known))
  known.set(schema, made)
  return made
}

function make(schema: z.ZodMiniType, compiled: (inner: z.ZodMiniType) => Writer): Writer {
  const definition = schema._zod.def as unknown as Definition
  const { type, checks, format, coerce, innerType, element, options, shape, catchall, keyType, valueType } = definition
  const always = (write: Write): Writer => ({ write, isOptional: false })
  const isPlain = (checks?.length ?? 0) === 0 && format === undefined && coerce !== true
  if (!isPlain) return always(byZod(schema))
  if (type === 'string') return always((value) => (typeof value === 'string' ? JSON.stringify(value) : undefined))
  if (type === 'number') return always((value) => (Number.isFinite(value) ? String(value) : undefined))
  if (type === 'boolean') return always((value) => (value === true ? 'true' : value === false ? 'false' : undefined))
  if (type === 'enum' || type === 'literal') return always(oneOf(schema._zod.values))
  if (type === 'array' && element !== undefined) return always(list(compiled(element)))
  if (type === 'union' && options !== undefined) return always(firstOf(options.map(compiled)))
  if (type === 'object' && shape !== undefined && catchall === undefined)
    return always(object(Object.entries(shape).map(([name, field]) => ({ name, ...compiled(field) }))))
  if (type === 'record' && valueType !== undefined && isPlainText(keyType)) return always(record(compiled(valueType)))
  if (innerType === undefined) return always(byZod(schema))
  const inner = compiled(innerType)
  if (type === 'nullable') return always((value) => (value === null ? 'null' : inner.write(value)))
  // What is answered is not filled in.
  if (type === 'default') return always(inner.write)
  if (type === 'optional' && innerType._zod.optin !== 'optional') return { write: inner.write, isOptional: true }
  return always(byZod(schema))
}

const byZod =
  (schema: z.ZodMiniType): Write =>
  (value) => {
    const result = z.safeEncode(schema, value)
    return result.success ? JSON.stringify(result.data) : undefined
  }

function isPlainText(schema: z.ZodMiniType | undefined): boolean {
  const { type, checks, format } = (schema?._zod.def ?? {}) as unknown as Partial<Definition>
  return type === 'string' && (checks?.length ?? 0) === 0 && format === undefined
}

function oneOf(values: ReadonlySet<unknown> | undefined): Write {
  const texts = new Map([...(values ?? [])].map((value) => [value, JSON.stringify(value)]))
  return (value) => texts.get(value)
}

function list({ write, isOptional }: Writer): Write {
  return (value) => {
    if (!Array.isArray(value)) return undefined
    let text = '['
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index]
      const written = item === undefined && isOptional ? 'null' : write(item)
      if (written === undefined) return undefined
      text += index === 0 ? written : `,${written}`
    }
    return `${text}]`
  }
}

const firstOf =
  (options: readonly Writer[]): Write =>
  (value) => {
    for (const { write } of options) {
      const written = write(value)
      if (written !== undefined) return written
    }
    return undefined
  }

function object(fields: readonly (Writer & { name: string })[]): Write {
  const named = fields.map(({ name, ...writer }) => ({ ...writer, name, label: `${JSON.stringify(name)}:` }))
  return (value) => {
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
  }
}

function record({ write, isOptional }: Writer): Write {
  return (value) => {
    if (!isObject(value)) return undefined
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return undefined
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
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
