import { memo } from 'react'
import { Button } from '../../shared/layout/button.tsx'
import { Choice } from '../../shared/layout/choices.tsx'
import { CheckIcon, FlagIcon } from '../../shared/layout/icons.tsx'
import { EDITOR, WORKPLACE } from '../texts.ts'
import type { ListView, RowFilter } from './rows.ts'
import { flagName } from './sentence-row.tsx'

interface ListToolsProps {
  view: ListView
  onView(view: ListView): void
  flags: readonly string[]
  speakers: readonly string[]
  checked: number
  total: number
  /** Number of sentences to check; `undefined` until all are cut. */
  left: number | undefined
  /** Opens the most severe sentence to check, then the next one. */
  onReview(): void
  isDense: boolean
  onDense(isDense: boolean): void
  follows: boolean
  onFollows(follows: boolean): void
}

const FILTERS = ['all', 'doubtful', 'unchecked', 'changed'] as const satisfies RowFilter[]
const ORDERS = [
  ['time', WORKPLACE.byTime],
  ['doubt', WORKPLACE.byDoubt],
] as const

/** Filters, order and density of the list, and the user's progress. */
export const ListTools = memo((props: ListToolsProps) => {
  const { view, onView, flags, speakers, checked, total, left, onReview, isDense, onDense, follows, onFollows } = props
  const change = (more: Partial<ListView>) => onView({ ...view, ...more })
  return (
    <section className="list-tools" aria-label={WORKPLACE.listTools}>
      {left !== undefined && left > 0 && (
        <button type="button" className="doubts" data-left={left} onClick={onReview}>
          <FlagIcon />
          {EDITOR.left(left, checked)}
        </button>
      )}
      {left === 0 && (
        <span className="doubts" data-left={0}>
          <CheckIcon />
          {EDITOR.left(0, checked)}
        </span>
      )}
      <span className="list-progress" data-checked={checked}>
        {checked > 0 && WORKPLACE.progress(checked, total)}
      </span>
      <Choice
        aria-label={WORKPLACE.filter}
        options={FILTERS.map(each => [each, WORKPLACE.filters[each]])}
        value={view.filter}
        onChange={filter => change({ filter })}
      />
      <Choice aria-label={WORKPLACE.order} options={ORDERS} value={view.order} onChange={order => change({ order })} />
      {flags.length > 0 && (
        <Choice
          aria-label={WORKPLACE.flag}
          options={[['', WORKPLACE.anyFlag], ...flags.map(flag => [flag, flagName(flag)] as const)]}
          value={view.flag}
          onChange={flag => change({ flag })}
        />
      )}
      {speakers.length > 1 && (
        <Choice
          aria-label={WORKPLACE.speaker}
          options={[['', WORKPLACE.anySpeaker], ...speakers.map(each => [each, each] as const)]}
          value={view.speaker}
          onChange={speaker => change({ speaker })}
        />
      )}
      <Button
        size="small"
        kind="plain"
        title={WORKPLACE.followHelp}
        aria-pressed={follows}
        onClick={() => onFollows(!follows)}
      >
        {WORKPLACE.follow}
      </Button>
      <Button
        size="small"
        kind="plain"
        title={isDense ? WORKPLACE.roomyHelp : WORKPLACE.denseHelp}
        onClick={() => onDense(!isDense)}
      >
        {isDense ? WORKPLACE.roomy : WORKPLACE.dense}
      </Button>
    </section>
  )
})
