import type { Virtualizer } from '@tanstack/react-virtual'
import type { ComponentProps } from 'react'

interface WindowedListProps extends Omit<ComponentProps<'ol'>, 'children'> {
  /** From `useVirtualizer` if the list has its own scrolling box, from `useWindowVirtualizer` if the page scrolls. */
  rows: Virtualizer<HTMLElement, Element> | Virtualizer<Window, Element>
  /** Attributes and content of a row. */
  row(index: number): ComponentProps<'li'>
}

/** A long list of which only the rows in view are in the document. */
export function WindowedList({ rows, row, className = '', ...list }: WindowedListProps) {
  const { count, scrollMargin } = rows.options
  return (
    <ol {...list} className={`windowed ${className}`} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - scrollMargin}px)` }}
          {...row(index)}
        />
      ))}
    </ol>
  )
}
