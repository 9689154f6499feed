import { serializerCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { compileJsonWriter } from './compile-json-writer.ts'

type SerializerCompiler = typeof serializerCompiler

/** Answers as their schemas say. Where one is not as its schema says, Zod has the last word, and says what is wrong with it. */
export const answerCompiler: SerializerCompiler = (route) => {
  const careful = serializerCompiler(route)
  // Most calls are never made in the life of a process.
  let write: ReturnType<typeof compileJsonWriter> | undefined
  const { schema } = route
  if (!(schema instanceof z.ZodMiniType)) return careful
  return (answer) => {
    write ??= compileJsonWriter(schema)
    return write(answer) ?? careful(answer)
  }
}
