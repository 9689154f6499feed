import * as z from 'zod/mini'
import { firstOf, type Fits, list, object, ofKind, oneOf, record, type Write, type Writer } from './json-writer-parts.ts'

/** The parts of a schema that are read. Other kinds, and schemas with checks, are left to Zod. */
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
 * not declared, in the order of the schema, and undefined where Zod would find fault. Most answers are made just so, and to see that and have
 * `JSON.stringify` write them takes half as long.
 */
export function compileJsonWriter(schema: z.ZodMiniType): Write {
  const { fits, write } = compile(schema, new Map())
  return (value) => (fits(value) ? JSON.stringify(value) : write(value))
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
  const always = (fits: Fits, write: Write): Writer => ({ fits, write, isOptional: false })
  const isPlain = (checks?.length ?? 0) === 0 && format === undefined && coerce !== true
  const byZod = always(isUnchanged(schema), encode(schema))
  if (!isPlain) return byZod
  if (type === 'string') return ofKind((value) => typeof value === 'string', JSON.stringify)
  if (type === 'number') return ofKind(Number.isFinite, String)
  if (type === 'boolean') return ofKind((value) => typeof value === 'boolean', String)
  if (type === 'enum' || type === 'literal') return oneOf(schema._zod.values)
  if (type === 'array' && element !== undefined) return list(compiled(element))
  if (type === 'union' && options !== undefined) return firstOf(options.map(compiled))
  if (type === 'object' && shape !== undefined && catchall === undefined)
    return object(Object.entries(shape).map(([name, field]) => ({ name, ...compiled(field) })))
  if (type === 'record' && valueType !== undefined && isPlainText(keyType)) return record(compiled(valueType))
  if (innerType === undefined) return byZod
  const inner = compiled(innerType)
  if (type === 'nullable')
    return always(
      (value) => value === null || inner.fits(value),
      (value) => (value === null ? 'null' : inner.write(value)),
    )
  // Defaults are not filled in for answers.
  if (type === 'default') return always(inner.fits, inner.write)
  if (type === 'optional') return { ...inner, isOptional: true }
  return byZod
}

const encode =
  (schema: z.ZodMiniType): Write =>
  (value) => {
    const result = z.safeEncode(schema, value)
    return result.success ? JSON.stringify(result.data) : undefined
  }

/** Asked of texts, numbers and booleans alone: of an object Zod makes another one. */
const isUnchanged =
  (schema: z.ZodMiniType): Fits =>
  (value) => {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return false
    const result = z.safeEncode(schema, value)
    return result.success && Object.is(result.data, value)
  }

function isPlainText(schema: z.ZodMiniType | undefined): boolean {
  const { type, checks, format } = (schema?._zod.def ?? {}) as unknown as Partial<Definition>
  return type === 'string' && (checks?.length ?? 0) === 0 && format === undefined
}
