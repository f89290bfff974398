import { Table, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react'
import type { ReactNode } from 'react'
import { dateAndTime } from '../../lambdas/contract/time.ts'

interface HistoryTableProps {
  /** Id of the heading above. */
  labelledBy: string
  columns: readonly { name: string; isAmount?: boolean }[]
  children: ReactNode
}

/** What happened, a row each, newest first. */
export function HistoryTable({ labelledBy, columns, children }: HistoryTableProps) {
  return (
    <Table className="history" aria-labelledby={labelledBy}>
      <TableHead>
        <TableRow>
          {columns.map(({ name, isAmount }) => (
            <TableCell key={name} as="th" scope="col" className={isAmount ? 'amount' : undefined}>
              {name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  )
}

export function Time({ iso }: { iso: string }) {
  const { date, time } = dateAndTime(iso)
  return (
    <time className="two-lines" dateTime={iso}>
      <span>{date}</span>
      <span className="muted">{time}</span>
    </time>
  )
}
