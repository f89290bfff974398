import type { ReactNode } from 'react'
import type { Movement } from '../../lambdas/contract/movement.ts'
import { count } from '../shared/format.ts'
import { kindOfMovement } from './ledger-lines.ts'
import { ACCOUNT } from './texts.ts'

interface HistoryTableProps {
  /** Id of the heading that labels the table. */
  labelledBy: string
  /** On phones, each row becomes a card. */
  cards?: boolean
  columns: readonly { name: string; isAmount?: boolean }[]
  children: ReactNode
}

export function HistoryTable({ labelledBy, cards, columns, children }: HistoryTableProps) {
  return (
    <table className="table history" data-cards={cards} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ name, isAmount }) => (
            <th key={name} scope="col" className={isAmount ? 'amount' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** The kind of a movement in words. */
export function nameOfMovement(movement: Movement): string {
  const kind = kindOfMovement(movement)
  const known = Object.entries(ACCOUNT.movements).find(([name]) => name === kind)
  return known?.[1] ?? ACCOUNT.movements.other
}

export function signed(amount: number): string {
  return amount > 0 ? `+${count(amount)}` : count(amount).replace('-', '−')
}
