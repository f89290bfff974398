import { percent } from '../../shared/format.ts'
import { isUnderWay, useFilmJob } from './film-jobs.ts'
import { FILM } from './texts.ts'

/** Shows in the editor's header that a film is being made or can be saved. */
export function FilmChip({ entryKey, onOpen }: { entryKey: string; onOpen(): void }) {
  const job = useFilmJob(entryKey)
  if (!isUnderWay(job) && job?.step !== 'done') return null
  const share = job?.step === 'making' ? job.share : 1
  return (
    <button type="button" className="link-button film-chip" onClick={onOpen}>
      {job?.step === 'done' ? FILM.chipDone : FILM.chip(percent(Math.floor(share * 100) / 100))}
    </button>
  )
}
