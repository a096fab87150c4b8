import { typedColumn } from '../../shared/convert/typed-values.ts'
import { valueText } from '../../shared/expression/values.ts'
import { parquetFile } from '../convert/parquet.ts'
import type { Row } from './groups.ts'
import type { ResultColumn } from './query-plan.ts'

/** Writes rows as a Parquet file, whose columns have the types of the expressions. */
export async function parquetOf(columns: readonly ResultColumn[], rows: AsyncIterable<Row>): Promise<Uint8Array> {
  const texts: (string | undefined)[][] = columns.map(() => [])
  for await (const row of rows)
    for (const [index, value] of row.entries()) texts[index]!.push(value === undefined ? undefined : valueText(value))
  return parquetFile(
    columns.map(({ name, type: { kind } }, index) => {
      const { type, values } = typedColumn(kind, texts[index]!)
      return { name, type, data: [...values] }
    }),
    {},
  )
}
