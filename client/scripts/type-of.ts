import { toJSONSchema } from 'zod'
import type * as z from 'zod/mini'

/** The part of JSON Schema that the contract uses. */
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema | false
  prefixItems?: Schema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  not?: unknown
  $ref?: string
}

const isName = /^[A-Za-z_$][\w$]*$/

/** The type of what a schema takes or gives, as TypeScript has it. */
export function typeOf(schema: z.ZodMiniType, io: 'input' | 'output'): string {
  return write(toJSONSchema(schema as unknown as Parameters<typeof toJSONSchema>[0], { io, unrepresentable: 'any' }) as Schema)
}

function write(schema: Schema): string {
  if (schema.$ref !== undefined)
    throw new Error(`The contract has a schema within itself (${schema.$ref}), which the client cannot write yet.`)
  if (schema.not !== undefined) return 'never'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const several = schema.anyOf ?? schema.oneOf
  if (several !== undefined) return union(several.map(write))
  if (schema.allOf !== undefined) return schema.allOf.map(write).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => write({ ...schema, type })))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(write).join(', ')}]`
      return listOf(schema.items === undefined || schema.items === false ? 'unknown' : write(schema.items))
    case 'object':
      return writeObject(schema)
    default:
      return 'unknown'
  }
}

function writeObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const names = Object.keys(properties)
  if (names.length === 0) {
    const value = typeof additionalProperties === 'object' ? write(additionalProperties) : 'unknown'
    return additionalProperties === false ? 'Record<never, never>' : `Record<string, ${value}>`
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${isName.test(name) ? name : JSON.stringify(name)}${mark}: ${write(field)}`
  })
  return `{ ${fields.join('; ')} }`
}

const listOf = (type: string) => (/^\w+$|^\{[^|&]*\}$/.test(type) ? `${type}[]` : `(${type})[]`)

const union = (types: string[]) =>
  [...new Set(types)].toSorted((one, other) => Number(one === 'null') - Number(other === 'null')).join(' | ') || 'never'

/** Whether an object of this schema may be empty, and so may be omitted. */
export function mayBeEmpty(schema: z.ZodMiniType): boolean {
  const { required = [] } = toJSONSchema(schema as unknown as Parameters<typeof toJSONSchema>[0], {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema
  return required.length === 0
}
