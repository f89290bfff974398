/**
 * Defers building a table until it is first read. Building all tables of Korean words takes as long as loading the rest
 * of the engine, and a page loads the engine before it shows a subtitle.
 */
export function builtOnce<Table extends object>(build: () => Table): () => Table {
  let table: Table | undefined
  return () => {
    table ??= build()
    return table
  }
}
