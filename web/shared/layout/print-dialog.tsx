import type { ReactNode } from 'react'
import { PRINT } from '../member-texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface PrintDialogProps {
  title: string
  /** Shown above the sheet, but not printed. */
  controls?: ReactNode
  /** While `true`, there is nothing to print. */
  disabled?: boolean
  children: ReactNode
  onClose(): void
}

export type SheetFact = [name: string, value: string]

/** Facts of a sheet, each in a row with its name. */
export function SheetFacts({ facts }: { facts: readonly SheetFact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="facts-row">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A sheet that the browser prints, or saves as a PDF, without the rest of the page. */
export function PrintDialog({ title, controls, disabled, children, onClose }: PrintDialogProps) {
  const print = (
    <Button kind="primary" disabled={disabled} onClick={() => window.print()}>
      {PRINT.print}
    </Button>
  )
  return (
    <Dialog title={title} onClose={onClose} actions={print}>
      {controls}
      <div className="print-sheet">{children}</div>
    </Dialog>
  )
}
