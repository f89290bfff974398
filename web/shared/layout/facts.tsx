/** Facts side by side, with a dot between two on one line. A line neither begins nor ends with a dot. */
export function Facts({ facts }: { facts: readonly (string | false)[] }) {
  return <span className="joined">{facts.map(fact => fact !== false && <span key={fact}>{fact}</span>)}</span>
}
