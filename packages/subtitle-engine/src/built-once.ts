/**
 * A table that is built when it is first read. Building all tables of Korean words takes as long as loading the rest of the
 * engine, which a page does before it shows a subtitle.
 */
export function builtOnce<Table extends object>(build: () => Table): () => Table {
  let table: Table | undefined
  return () => {
    table ??= build()
    return table
  }
}
