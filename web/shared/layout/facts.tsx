/** Facts side by side, with a dot between two on one line. A line neither begins nor ends with a dot. */
export function Facts({ facts }: { facts: readonly (string | false | undefined)[] }) {
  return <span className="joined">{facts.map(fact => fact && <span key={fact}>{fact}</span>)}</span>
}
