import type { EntryStatus, EntryType } from '../../../lambdas/contract/archive-entry.ts'
import { ENTRY } from './texts.ts'

/** Where a video is on its way to a subtitle. */
export interface CurrentStep {
  /** Index of the step in `ENTRY.steps`. */
  step: number
  /** How much of the step is done, from 0 to 1, if that is known. */
  share?: number
  /** Whether nothing happens until a turn or the network comes. */
  isWaiting?: boolean
}

/** The step of an entry's status; `undefined` once the entry is closed. */
export function stepOf({ type, status }: { type: EntryType; status: EntryStatus }): CurrentStep | undefined {
  switch (status) {
    case 'uploading':
    case 'fetching':
      return { step: 0 }
    case 'queued':
      return { step: type === 'youtube' ? 0 : 1, isWaiting: true }
    case 'listening':
      return { step: 1 }
    case 'translating':
      return { step: 2 }
    case 'writing':
      return { step: 3 }
    default:
      return undefined
  }
}

interface StepsProps {
  type: EntryType | undefined
  now: CurrentStep
  /** Names the bar of the current step if its share is known. */
  label: string
}

/** The four steps as bars with names: those that are done, and the current one, which pulses unless it waits. */
export function Steps({ type, now, label }: StepsProps) {
  return (
    <ol className="job-steps" data-waiting={now.isWaiting || undefined}>
      {ENTRY.steps(type).map((name, step) => {
        const isNow = step === now.step
        const share = isNow && now.isWaiting ? (now.share ?? 0) : now.share
        return (
          <li key={name} aria-current={isNow ? 'step' : undefined}>
            <progress
              max={1}
              value={isNow ? share : Number(step < now.step)}
              aria-label={label}
              aria-hidden={!isNow || now.share === undefined}
            />
            <span>{name}</span>
          </li>
        )
      })}
    </ol>
  )
}
