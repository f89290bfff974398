import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { type Candidate, filesOf, withTrack } from './candidates.ts'

/** Loaded on demand, because few files have several tracks that may contain the speech. */
const TrackQuestion = lazyWithPreload(() => import('./track-question.tsx'))

interface TrackQuestionsProps {
  candidate: Candidate
  onChange(candidate: Candidate): void
}

/** Asks about each file with several tracks that may contain the speech. */
export function TrackQuestions({ candidate, onChange }: TrackQuestionsProps) {
  const files = filesOf(candidate)
  return files.map(
    ({ id, name, file, choices, trackId }) =>
      choices && (
        <TrackQuestion
          key={id}
          file={file}
          choices={choices}
          trackId={trackId}
          name={files.length > 1 ? name : undefined}
          onChoose={choice => onChange(withTrack(candidate, id, choice))}
        />
      ),
  )
}
