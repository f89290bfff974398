import { PERSONAL_KEYS } from '../../shared/personal-data.ts'

/** The specification's table with five rows per page, or the compact list. */
export type ArchiveView = 'table' | 'list'

/** The view that the user last chose. */
export function readView(): ArchiveView {
  return localStorage.getItem(PERSONAL_KEYS.archiveView) === 'list' ? 'list' : 'table'
}

export function writeView(view: ArchiveView): void {
  localStorage.setItem(PERSONAL_KEYS.archiveView, view)
}
