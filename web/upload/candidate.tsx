import type { ReactNode } from 'react'
import { tokenCost } from '../../lambdas/contract/pricing.ts'
import { clockTime } from '../../lambdas/contract/time.ts'
import { Thumbnail } from '../shared/entry/thumbnail.tsx'
import { SubtitleNotes } from '../shared/reading/subtitle-notes.tsx'
import { CandidateRow } from './candidate-row.tsx'
import { type Candidate, type FileCandidate, savingText, totalsText } from './candidates.ts'
import { GroupFacts } from './group/group-facts.tsx'
import { CONFIRM } from './texts.ts'
import { useFrame } from './use-frame.ts'

interface CandidateFactsProps {
  candidate: Candidate
  onChange(candidate: Candidate | undefined): void
}

/** Facts about a single video, or the list of several. */
export function CandidateFacts({ candidate, onChange }: CandidateFactsProps) {
  if (candidate.kind === 'youtube') return <YoutubeFacts {...candidate} />
  if (candidate.kind === 'subtitle')
    return (
      <Facts
        picture={undefined}
        label={CONFIRM.fileName}
        name={candidate.name}
        lengthLabel={CONFIRM.subtitleDuration}
        seconds={candidate.durationSeconds}
      >
        <dd>{CONFIRM.subtitlePrice}</dd>
        <dd>
          <SubtitleNotes notes={candidate.notes} />
        </dd>
      </Facts>
    )
  if (candidate.kind === 'group') return <GroupFacts candidate={candidate} onChange={onChange} />
  const [only, ...others] = candidate.files
  if (only && others.length === 0) return <FileFacts file={only} />
  const without = (id: string) => onChange({ ...candidate, files: candidate.files.filter(each => each.id !== id) })
  return (
    <>
      <p className="numbers">{totalsText(candidate)}</p>
      <ul className="candidates">
        {candidate.files.map(file => (
          <FileRow key={file.id} file={file} onRemove={() => without(file.id)} />
        ))}
      </ul>
      <Saving files={candidate.files} />
    </>
  )
}

function FileRow({ file, onRemove }: { file: FileCandidate; onRemove(): void }) {
  return (
    <CandidateRow
      picture={useFrame(file.file, file.frame)}
      name={file.name}
      seconds={file.durationSeconds}
      tokens={tokenCost(file.durationSeconds)}
      isHeld={file.isHeld === true}
      onRemove={onRemove}
    />
  )
}

function YoutubeFacts({ quote }: Extract<Candidate, { kind: 'youtube' }>) {
  return (
    <Facts picture={quote.thumbnail} label={CONFIRM.videoTitle} name={quote.title} seconds={quote.durationSeconds}>
      <dt className="visually-hidden">{CONFIRM.link}</dt>
      <dd>
        <a href={quote.url} target="_blank" rel="noreferrer">
          {CONFIRM.shortLink(quote.id)}
        </a>
      </dd>
    </Facts>
  )
}

function FileFacts({ file }: { file: FileCandidate }) {
  const picture = useFrame(file.file, file.frame)
  return (
    <Facts picture={picture} label={CONFIRM.fileName} name={file.name} seconds={file.durationSeconds}>
      <dt className="visually-hidden">{CONFIRM.size}</dt>
      <dd>
        <Saving files={[file]} />
      </dd>
    </Facts>
  )
}

interface FactsProps {
  picture: string | undefined
  /** What `name` is. */
  label: string
  name: string
  lengthLabel?: string
  seconds: number
  /** Further terms of the list. */
  children: ReactNode
}

/** A small picture of the video beside what is known about it. */
function Facts({ picture, label, name, lengthLabel = CONFIRM.duration, seconds, children }: FactsProps) {
  return (
    <div className="candidate">
      <Thumbnail large src={picture} />
      <dl className="muted small">
        <dt className="visually-hidden">{label}</dt>
        <dd className="candidate-name">{name}</dd>
        <dt className="visually-hidden">{lengthLabel}</dt>
        <dd className="numbers">{clockTime(seconds)}</dd>
        {children}
      </dl>
    </div>
  )
}

function Saving({ files }: { files: readonly FileCandidate[] }) {
  const text = savingText(files)
  return text && <span className="saving">{text}</span>
}
