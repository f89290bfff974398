import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Movement } from '../../lambdas/contract/movement.ts'
import type { Receipt } from '../../lambdas/contract/order.ts'
import { writeBusinessNumber } from '../../lambdas/contract/tax-document.ts'
import { dateAndTime, epochOfTimestamp14, koreanMonth, nextKoreanMonth } from '../../lambdas/contract/time.ts'
import { nameOfTitle } from '../../lambdas/contract/title.ts'
import type { Api } from '../shared/api.ts'
import { pieces, won } from '../shared/format.ts'
import { Select } from '../shared/layout/choices.tsx'
import { PrintDialog, type SheetFact, SheetFacts } from '../shared/layout/print-dialog.tsx'
import { Awaited, Sentences } from '../shared/layout/states.tsx'
import { KEYS, useMe } from '../shared/queries.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { HistoryTable, nameOfMovement, signed } from './history-table.tsx'
import { buildStatement, monthsUntil, type Statement } from './statement-lines.ts'
import { STATEMENT } from './texts.ts'

const MONTHS = 24
const HEADING_ID = 'statement-table'

/** A month's charges, refunds and uses on a sheet, which the browser prints or saves as a PDF. */
export default function StatementDialog({ orders, onClose }: { orders: readonly Receipt[]; onClose(): void }) {
  const { api } = useServices()
  const [months] = useState(() => monthsUntil(koreanMonth(Date.now()), MONTHS))
  const [month, setMonth] = useState(months[0] ?? '')
  const movements = useQuery({
    queryKey: KEYS.movementsOfMonth(month),
    queryFn: ({ signal }) => readMonth(api, month, signal),
  })
  const statement = movements.data && buildStatement(movements.data)
  const isEmpty = statement?.lines.length === 0
  return (
    <PrintDialog
      title={STATEMENT.title}
      onClose={onClose}
      disabled={!statement || isEmpty}
      controls={
        <Select
          label={STATEMENT.month}
          options={months.map(each => [each, STATEMENT.monthName(each.slice(0, 4), Number(each.slice(4)))])}
          value={month}
          onChange={setMonth}
        />
      }
    >
      <Awaited query={movements} />
      {isEmpty && <p className="muted">{STATEMENT.empty}</p>}
      {statement && !isEmpty && <Sheet month={month} statement={statement} orders={orders} />}
    </PrintDialog>
  )
}

/** All movements of a Korean month, newest first. */
async function readMonth(api: Api, month: string, signal: AbortSignal): Promise<Movement[]> {
  const all: Movement[] = []
  let cursor: string | undefined
  do {
    const page = await api('movements', { query: { month, cursor }, signal })
    all.push(...page.movements)
    cursor = page.cursor
  } while (cursor !== undefined)
  return all
}

function Sheet(props: { month: string; statement: Statement; orders: readonly Receipt[] }) {
  const { month, statement, orders } = props
  const { company } = useConfig()
  const { data: me } = useMe()
  // The newest number that was not refused: a month without a payment names the business, too.
  const buyer = orders.find(
    ({ taxDocument }) => taxDocument?.number !== undefined && taxDocument.status !== 'refused',
  )?.taxDocument
  const { company: name = me?.name ?? '', number } = buyer ?? {}
  const { paid, refunded, vat, used, lines } = statement
  const total = paid - refunded
  const facts: SheetFact[] = [
    [STATEMENT.seller, `${company.name} (${company.registrationNumber})`],
    [STATEMENT.buyer, number === undefined ? name : `${name} (${writeBusinessNumber(number)})`],
    [STATEMENT.paid, won(paid)],
    ...(refunded === 0
      ? []
      : ([
          [STATEMENT.refunded, won(refunded)],
          [STATEMENT.total, won(total)],
        ] as SheetFact[])),
    [STATEMENT.supplied, won(total - vat)],
    [STATEMENT.vat, won(vat)],
    [STATEMENT.used, pieces(used)],
  ]
  const { time, what, amount, money } = STATEMENT.columns
  return (
    <>
      <p className="sheet-name">{periodOf(month)}</p>
      <SheetFacts facts={facts} />
      <h3 className="visually-hidden" id={HEADING_ID}>
        {STATEMENT.lines}
      </h3>
      <HistoryTable
        labelledBy={HEADING_ID}
        columns={[{ name: time }, { name: what }, { name: amount, isAmount: true }, { name: money, isAmount: true }]}
      >
        {lines.map(line => (
          <tr key={line.movement}>
            <td>{dateAndTime(line.at).date.slice('2026.'.length)}</td>
            <td>
              {nameOfMovement(line)}
              {line.note && <span className="history-note muted small">{nameOfTitle(line.note)}</span>}
            </td>
            <td className="amount">{signed(line.amount)}</td>
            <td className="amount">{line.won === undefined ? '' : won(line.won).replace('-', '−')}</td>
          </tr>
        ))}
      </HistoryTable>
      <p className="statement-note muted small">
        <Sentences text={STATEMENT.note} />
      </p>
    </>
  )
}

/** `2026.03.01 ~ 2026.03.31`, in Korean time. */
function periodOf(month: string): string {
  const start = epochOfTimestamp14(`${month}01000000`)
  const day = (at: number) => dateAndTime(new Date(at).toISOString()).date
  return `${day(start)} ~ ${day(nextKoreanMonth(start) - 1)}`
}
