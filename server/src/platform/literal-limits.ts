import {
  type LimitNode,
  type OffsetNode,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  ValueNode,
} from 'kysely'
import { SharingDriver } from './shared-reads.ts'

/*
 * Of a statement that is prepared once, PostgreSQL does not know the values, and takes a `limit $1` for a tenth of what there is: instead of walking an
 * index for 25 rows it reads the whole table. How many rows a page has is one of few numbers, so it stands in the text. So does the offset of a first
 * page: with `offset $1` PostgreSQL expects to skip a tenth of the table, finds that a plan for the value is better, and makes one each time.
 */
class LiteralLimits extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(String(limit.value))
    else this.visitNode(limit)
  }

  protected override visitOffset(node: OffsetNode): void {
    if (ValueNode.is(node.offset) && node.offset.value === 0) this.append('offset 0')
    else super.visitOffset(node)
  }
}

/** PostgreSQL's dialect whose limits stand in the text of statements, and whose statements make the month that they write to. */
export class LiteralLimitDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #isPipelined: boolean

  constructor(config: PostgresDialectConfig, { isPipelined } = { isPipelined: false }) {
    super(config)
    this.#config = config
    this.#isPipelined = isPipelined
  }

  override createDriver(): SharingDriver {
    return new SharingDriver(this.#config, this.#isPipelined)
  }

  override createQueryCompiler(): LiteralLimits {
    return new LiteralLimits()
  }
}

/** The same for raw SQL: so many rows, after `offset` others. Throws for a limit that is not an integer. */
export function rowsAtMost(limit: number, offset = 0): RawBuilder<unknown> {
  if (!Number.isSafeInteger(limit)) throw new RangeError(`A statement cannot be limited to ${limit} rows.`)
  return offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${offset}`
}
