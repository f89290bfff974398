import { memo } from 'react'
import { Button } from '../../shared/layout/button.tsx'
import { WORKPLACE } from '../texts.ts'
import type { ListView, RowFilter } from './rows.ts'
import { flagName } from './sentence-row.tsx'

interface ListToolsProps {
  view: ListView
  onView(view: ListView): void
  flags: readonly string[]
  speakers: readonly string[]
  checked: number
  total: number
  isDense: boolean
  onDense(isDense: boolean): void
  follows: boolean
  onFollows(follows: boolean): void
}

const FILTERS = ['all', 'doubtful', 'unchecked', 'changed'] as const satisfies RowFilter[]

/** Filters, order and density of the list, and the user's progress. */
export const ListTools = memo((props: ListToolsProps) => {
  const { view, onView, flags, speakers, checked, total, isDense, onDense, follows, onFollows } = props
  const change = (more: Partial<ListView>) => onView({ ...view, ...more })
  return (
    <section className="list-tools" aria-label={WORKPLACE.listTools}>
      <span className="list-progress" data-checked={checked}>
        {WORKPLACE.progress(checked, total)}
      </span>
      <select
        aria-label={WORKPLACE.filter}
        value={view.filter}
        onChange={({ target }) => change({ filter: FILTERS.find(each => each === target.value) ?? 'all' })}
      >
        {FILTERS.map(filter => (
          <option key={filter} value={filter}>
            {WORKPLACE.filters[filter]}
          </option>
        ))}
      </select>
      {flags.length > 0 && (
        <select aria-label={WORKPLACE.flag} value={view.flag} onChange={({ target }) => change({ flag: target.value })}>
          <option value="">{WORKPLACE.anyFlag}</option>
          {flags.map(flag => (
            <option key={flag} value={flag}>
              {flagName(flag)}
            </option>
          ))}
        </select>
      )}
      {speakers.length > 1 && (
        <select
          aria-label={WORKPLACE.speaker}
          value={view.speaker}
          onChange={({ target }) => change({ speaker: target.value })}
        >
          <option value="">{WORKPLACE.anySpeaker}</option>
          {speakers.map(speaker => (
            <option key={speaker} value={speaker}>
              {speaker}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label={WORKPLACE.order}
        value={view.order}
        onChange={({ target }) => change({ order: target.value === 'doubt' ? 'doubt' : 'time' })}
      >
        <option value="time">{WORKPLACE.byTime}</option>
        <option value="doubt">{WORKPLACE.byDoubt}</option>
      </select>
      <Button size="small" kind="plain" aria-pressed={follows} onClick={() => onFollows(!follows)}>
        {WORKPLACE.follow}
      </Button>
      <Button size="small" kind="plain" aria-pressed={isDense} onClick={() => onDense(!isDense)}>
        {WORKPLACE.dense}
      </Button>
    </section>
  )
})
