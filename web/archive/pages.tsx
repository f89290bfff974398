import { ARCHIVE } from './texts.ts'

interface PagesProps {
  page: number
  pages: number
  onChange(page: number): void
}

/** Numbered page buttons in one row: the first, the last, and those around the current page, with dots for the others. */
export function Pages({ page, pages, onChange }: PagesProps) {
  return (
    <nav className="pages" aria-label={ARCHIVE.pages}>
      <ol>
        <li>
          <PageButton label={ARCHIVE.previousPage} isDisabled={page <= 1} onClick={() => onChange(page - 1)} text="‹" />
        </li>
        {shownPages(page, pages).map((each, n, shown) => (
          <li key={each} data-gap={each > (shown[n - 1] ?? 0) + 1 || undefined}>
            <PageButton
              label={each === page ? `${ARCHIVE.page(each)}, ${ARCHIVE.currentPage}` : ARCHIVE.page(each)}
              isCurrent={each === page}
              onClick={() => onChange(each)}
              text={String(each)}
            />
          </li>
        ))}
        <li>
          <PageButton label={ARCHIVE.nextPage} isDisabled={page >= pages} onClick={() => onChange(page + 1)} text="›" />
        </li>
      </ol>
    </nav>
  )
}

/** At most five page numbers: the first, the last, and the current page with its neighbours. */
export function shownPages(page: number, pages: number): number[] {
  const current = Math.min(Math.max(page, 1), pages)
  const middle = Math.min(Math.max(current, 3), Math.max(3, pages - 2))
  const wanted = [1, middle - 1, middle, middle + 1, pages]
  return [...new Set(wanted)].filter(each => each >= 1 && each <= pages).sort((a, b) => a - b)
}

interface PageButtonProps {
  text: string
  /** Accessible name. */
  label: string
  isCurrent?: boolean
  isDisabled?: boolean
  onClick(): void
}

function PageButton({ text, label, isCurrent, isDisabled, onClick }: PageButtonProps) {
  return (
    <button
      type="button"
      className="page-button"
      aria-current={isCurrent ? 'page' : undefined}
      disabled={isDisabled}
      onClick={onClick}
    >
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
