import pg from 'pg'
import { SendingTogetherClient } from './sending-together.ts'

/** The columns of a statement's rows, and a row of which nothing has been read yet. */
interface Shape {
  fields: Described['fields']
  columns: readonly { name: string; read: (text: string) => unknown }[]
  empty: Readonly<Record<string, unknown>>
}

interface Described {
  fields: readonly { name: string; dataTypeID: number }[]
}

interface NamedStatement {
  isDescribedOnce: true
  name: string
  text: string
  values: unknown[]
  /** Milliseconds until it is given up. */
  query_timeout: number
}

const nothing: Shape = { fields: [], columns: [], empty: {} } // for a statement without rows

type Finish = (error: Error | null, result?: object) => void

/**
 * Statements that have a name, and say `isDescribedOnce`, are described when a connection runs them for the first time. As long as they are prepared there, PostgreSQL refuses to
 * change what their rows look like (0A000), so that it need not say it each time, nor is it worked out again how each column is read.
 */
export class DescribingOnceClient extends SendingTogetherClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const shapes = new Map<string, Shape>()
    const undescribed: unknown = Object.create(this.connection, { describe: { value: () => {} } })
    const readerOf = this.getTypeParser.bind(this) as (type: number, format: 'text') => (text: string) => unknown
    const shapeOf = ({ fields }: Described): Shape => ({
      fields,
      columns: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID, 'text') })),
      // With all names present from the start, V8 gives all rows the same shape.
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    })
    const send = this.query.bind(this) as (...input: unknown[]) => unknown
    this.query = ((...input: unknown[]) => {
      const [statement] = input
      if (!isNamed(statement)) return send(...input)
      return new Promise((resolve, reject) => {
        // The stack at this point only shows how the socket was read.
        const finish: Finish = (error, result) => (error === null ? resolve(result) : reject(withoutTrace(error)))
        send(new NamedQuery(statement, finish, { shapes, undescribed, shapeOf }))
      })
    }) as typeof this.query
  }
}

const isNamed = (statement: unknown): statement is NamedStatement =>
  typeof statement === 'object' && statement !== null && 'isDescribedOnce' in statement && statement.isDescribedOnce === true

function withoutTrace(error: Error): Error {
  Error.captureStackTrace(error, withoutTrace)
  return error
}

interface Descriptions {
  /** By statement name. */
  shapes: Map<string, Shape>
  /** The connection, which is asked for no description. */
  undescribed: unknown
  shapeOf: (described: Described) => Shape
}

/** Members of `pg.Query` that its types leave out. */
interface Preparing {
  prepare(connection: unknown): void
}

const endOfCommand = /^([A-Za-z]+)(?: (\d+))?(?: (\d+))?/

class NamedQuery extends pg.Query {
  declare name: string
  declare values: unknown[]
  readonly query_timeout: number
  /** Replaced by `pg` where there is a time limit. */
  declare callback: Finish
  readonly #descriptions: Descriptions
  readonly #rows: unknown[] = []
  #shape: Shape | undefined
  #failure: Error | undefined
  #end: RegExpExecArray | null = null

  constructor({ name, text, values, query_timeout: limit }: NamedStatement, callback: Finish, descriptions: Descriptions) {
    super(text)
    this.name = name
    this.values = values
    this.query_timeout = limit
    this.callback = callback
    this.#descriptions = descriptions
  }

  prepare(connection: unknown): void {
    const { shapes, undescribed } = this.#descriptions
    this.#shape = shapes.get(this.name)
    const { prepare } = pg.Query.prototype as unknown as Preparing
    prepare.call(this, this.#shape === undefined ? connection : undescribed)
  }

  handleRowDescription(described: Described): void {
    this.#shape = this.#descriptions.shapeOf(described)
    this.#descriptions.shapes.set(this.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== undefined) return
    try {
      this.#rows.push(this.#read(fields))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  #read(fields: readonly (string | null)[]) {
    const { columns, empty } = this.#shape ?? nothing
    if (fields.length !== columns.length) throw new Error(`A row has ${fields.length} columns instead of ${columns.length}.`)
    const row: Record<string, unknown> = { ...empty }
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index] as Shape['columns'][number]
      const text = fields[index] as string | null
      row[column.name] = text === null ? null : column.read(text)
    }
    return row
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#end = endOfCommand.exec(text)
  }

  handleError(error: Error): void {
    this.callback(this.#failure ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#failure !== undefined) return this.callback(this.#failure)
    // It has no columns, which need not be described again. A statement that never ran ends without a command.
    if (this.#shape === undefined && this.#end !== null) this.#descriptions.shapes.set(this.name, nothing)
    const { fields } = this.#shape ?? nothing
    const [, command = null, first, second] = this.#end ?? []
    const count = second ?? first
    this.callback(null, { command, rowCount: count === undefined ? null : Number(count), rows: this.#rows, fields })
  }
}
