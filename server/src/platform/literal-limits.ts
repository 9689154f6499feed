import { PostgresDialect, PostgresQueryCompiler, ValueNode, sql } from 'kysely'
import type { LimitNode, RawBuilder } from 'kysely'

/*
 * Of a statement that is prepared once, PostgreSQL does not know the values, and takes a `limit $1` for a tenth of what there is: instead of walking an
 * index for 25 rows it reads the whole table. How many rows a page has is one of few numbers, so it stands in the text.
 */
class LiteralLimits extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(String(limit.value))
    else this.visitNode(limit)
  }
}

/** PostgreSQL's dialect whose limits stand in the text of statements. */
export class LiteralLimitDialect extends PostgresDialect {
  override createQueryCompiler(): LiteralLimits {
    return new LiteralLimits()
  }
}

/** The same for a statement that is written by hand. Throws for what is no whole number. */
export function rowsAtMost(limit: number): RawBuilder<unknown> {
  if (!Number.isSafeInteger(limit)) throw new RangeError(`A statement cannot be limited to ${limit} rows.`)
  return sql`limit ${sql.lit(limit)}`
}
