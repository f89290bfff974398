import { TableCell, TableRow } from '@aws-amplify/ui-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Movement } from '../../lambdas/contract/movement.ts'
import { nameOfTitle } from '../../lambdas/contract/title.ts'
import { count } from '../format.ts'
import { Button } from '../layout/button.tsx'
import { Failed, Loading } from '../layout/states.tsx'
import { KEYS } from '../queries.ts'
import { useServices } from '../services.ts'
import { ACCOUNT } from '../texts/account.ts'
import { HistoryTable, Time } from './history-table.tsx'

const FIRST_PAGE: string | undefined = undefined

/** Every change of the balance: what was held, settled, given back, bought. */
export function TokenHistory() {
  const { api } = useServices()
  const history = useInfiniteQuery({
    queryKey: KEYS.movements,
    queryFn: ({ pageParam, signal }) => api('movements', { query: { cursor: pageParam }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: last => last.cursor,
  })
  const movements = history.data?.pages.flatMap(page => page.movements) ?? []
  return (
    <section>
      <h2 id="history-title">{ACCOUNT.history}</h2>
      {history.isPending && <Loading />}
      {history.isError && movements.length === 0 && (
        <Failed error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.isSuccess && movements.length === 0 && <p className="muted">{ACCOUNT.historyEmpty}</p>}
      {movements.length > 0 && <MovementsTable movements={movements} />}
      {history.hasNextPage && (
        <Button wide disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {ACCOUNT.more}
        </Button>
      )}
    </section>
  )
}

function MovementsTable({ movements }: { movements: readonly Movement[] }) {
  const { time, what, amount, balance } = ACCOUNT.historyColumns
  return (
    <HistoryTable
      labelledBy="history-title"
      columns={[{ name: time }, { name: what }, { name: amount, isAmount: true }, { name: balance, isAmount: true }]}
    >
      {movements.map(movement => (
        <TableRow key={movement.movement}>
          <TableCell>
            <Time iso={movement.at} />
          </TableCell>
          <TableCell>
            {kindOf(movement)}
            {movement.note && <span className="history-note muted small">{nameOfTitle(movement.note)}</span>}
          </TableCell>
          <TableCell className="amount" data-sign={Math.sign(movement.amount)}>
            {signed(movement.amount)}
          </TableCell>
          <TableCell className="amount">{count(movement.balance)}</TableCell>
        </TableRow>
      ))}
    </HistoryTable>
  )
}

/** A movement's cause stands before the `#`. */
function kindOf({ movement }: Movement): string {
  const cause = movement.split('#')[0]
  const known = Object.entries(ACCOUNT.movements).find(([name]) => name === cause)
  return known?.[1] ?? ACCOUNT.movements.other
}

function signed(amount: number): string {
  return amount > 0 ? `+${count(amount)}` : count(amount).replace('-', '−')
}
