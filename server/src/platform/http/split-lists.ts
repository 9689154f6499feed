import * as z from 'zod/mini'

/** A body's schema in two: its lists, whose items can be checked one by one, and the rest. */
interface SplitSchema {
  /** The whole, but the items of the lists are not looked at. */
  rest: z.ZodMiniType
  /** Schema of one item, by field. */
  lists: Record<string, z.ZodMiniType>
  names: readonly string[]
}

const known = new WeakMap<z.ZodMiniType, SplitSchema>()

/** Splits the lists off that are fields of the body itself. */
export function splitLists(schema: z.ZodMiniType): SplitSchema {
  const before = known.get(schema)
  if (before !== undefined) return before
  const split = divide(schema)
  known.set(schema, split)
  return split
}

function divide(schema: z.ZodMiniType): SplitSchema {
  const lists: Record<string, z.ZodMiniType> = {}
  if (!(schema instanceof z.ZodMiniObject)) return { rest: schema, lists, names: [] }
  const shape: Record<string, z.core.$ZodType> = { ...schema.shape }
  for (const [name, field] of Object.entries(shape)) {
    const isOptional = field instanceof z.ZodMiniOptional
    const list: unknown = isOptional ? field.def.innerType : field
    if (!(list instanceof z.ZodMiniArray)) continue
    lists[name] = list.def.element as z.ZodMiniType
    const unlooked = z.core.clone(list, { ...list.def, element: z.unknown() })
    shape[name] = isOptional ? z.optional(unlooked) : unlooked
  }
  const names = Object.keys(lists)
  return { rest: names.length === 0 ? schema : z.core.clone(schema, { ...schema.def, shape }), lists, names }
}
