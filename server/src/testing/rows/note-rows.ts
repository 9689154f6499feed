import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DefaultQueryExecutor, type OperationNode, type QueryResult, type RawNode } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { observeAnswer } from '../observe-answer.ts'
import { kindOfJson, kindOfType, type Notes, textOf } from './notes.ts'

/* Set up for every file of tests: notes which columns PostgreSQL answers to each statement that is written by hand. `checkRows` reads the notes. */

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the notes of this run. */
    rowNotes: string
  }
}

/** Of the worker, which loads Kysely once for all its files. */
const held = globalThis as { rowNotes?: { current: Notes } }
const notes = (held.rowNotes ??= begin())

afterAll(async () => {
  const { current } = notes
  notes.current = {}
  await writeFile(join(inject('rowNotes'), `${randomUUID()}.json`), JSON.stringify({ file: expect.getState().testPath, notes: current }))
})

function begin(): { current: Notes } {
  const found = { current: {} as Notes }
  const columnsOf = keepColumns()
  const texts = new Map<string, string>()
  const questions = new Map<string, string[]>()
  const own = DefaultQueryExecutor.prototype
  const { compileQuery, executeQuery } = own
  own.compileQuery = function (this: DefaultQueryExecutor, ...input: Parameters<typeof compileQuery>) {
    const compiled = compileQuery.apply(this, input)
    const [node] = input
    if (isRaw(node)) {
      texts.set(compiled.sql, textOf(node.sqlFragments))
      questions.set(compiled.sql, questionsIn(node))
    }
    return compiled
  }
  own.executeQuery = async function (this: DefaultQueryExecutor, ...input: Parameters<typeof executeQuery>) {
    const result = await executeQuery.apply(this, input)
    // Not by what was compiled: `compileOnce` runs the text of an earlier time.
    const text = texts.get(input[0].sql)
    if (text !== undefined) noteRows((found.current[text] ??= {}), columnsOf(result), result)
    for (const [index, question] of (questions.get(input[0].sql) ?? []).entries())
      noteAnswer((found.current[question] ??= {}), (result.rows as Record<string, object>[])[0]?.[index] ?? {})
    return result
  } as typeof executeQuery
  return found
}

const isRaw = (node: OperationNode): node is RawNode => node.kind === 'RawNode'

/** The text that `readTogether` puts around each of its questions. */
const aroundQuestion = textOf(['(select to_jsonb(answer) from (', ') answer) as ', ''])

/** The texts of the questions that a statement puts together, in its order. */
function questionsIn({ sqlFragments, parameters }: RawNode): string[] {
  const [question] = parameters
  if (textOf(sqlFragments) === aroundQuestion && question !== undefined && isRaw(question)) return [textOf(question.sqlFragments)]
  return parameters.filter(isRaw).flatMap(questionsIn)
}

/** A row that arrived as JSON, whose kinds are those of its values. */
function noteAnswer(noted: Notes[string], row: object) {
  for (const [name, value] of Object.entries(row)) noted[name] = [...new Set(noted[name]).add(kindOfJson(value))]
}

function noteRows(noted: Notes[string], columns: readonly pg.FieldDef[], { rows }: QueryResult<unknown>) {
  for (const { name, dataTypeID } of columns) {
    const kinds = new Set(noted[name]).add(kindOfType(dataTypeID))
    if ((rows as Record<string, unknown>[]).some((row) => row[name] === null)) kinds.add('null')
    noted[name] = [...kinds]
  }
}

/** Kysely answers rows without their columns, but they are the array that `pg` made. */
function keepColumns() {
  const columns = new WeakMap<object, pg.FieldDef[]>()
  const send = pg.Client.prototype.query as (this: pg.Client, ...input: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const result = send.apply(this, input)
    observeAnswer(input[0], result, (answer) => answer?.rows && columns.set(answer.rows, answer.fields))
    return result
  } as typeof pg.Client.prototype.query
  return ({ rows }: QueryResult<unknown>) => columns.get(rows) ?? []
}
