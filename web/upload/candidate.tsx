import type { ReactNode } from 'react'
import { subtitleCost, tokenCost } from '../../lambdas/contract/pricing.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { clockTime } from '../../lambdas/contract/time.ts'
import { Thumbnail } from '../shared/entry/thumbnail.tsx'
import { bytes, pieces } from '../shared/format.ts'
import { CloseIcon } from '../shared/layout/icons.tsx'
import type { SubtitleCandidate } from './read-subtitle.ts'
import { CONFIRM } from './texts.ts'
import { useFrame } from './use-frame.ts'

/** What the user is about to submit: a YouTube video, an English subtitle, or files. */
export type Candidate =
  | { kind: 'youtube'; quote: RouteResponse<'quoteYoutube'> }
  | ({ kind: 'subtitle' } & SubtitleCandidate)
  | {
      kind: 'files'
      files: readonly FileCandidate[]
      restored: boolean
      /** A message about each chosen file that cannot be submitted. */
      refused: readonly string[]
    }

export interface FileCandidate {
  id: string
  name: string
  file: Blob
  fingerprint: string
  durationSeconds: number
  /** Size of the sound in bytes; absent if the whole file is sent. */
  soundBytes?: number
  /** Size in bytes of the file that was chosen. */
  wholeBytes: number
  /** A frame of the video as a `data:` URL, if `file` has no pictures any more. */
  frame?: string | undefined
  /** True for the file of an unfinished upload, whose tokens are already held. */
  isHeld?: boolean
}

/** Tokens still to pay, by the length that the browser read; the server measures the length itself. */
export function sumTokens(candidate: Candidate): number {
  if (candidate.kind === 'youtube') return candidate.quote.tokens
  if (candidate.kind === 'subtitle') return subtitleCost(candidate.durationSeconds)
  return sumOf(candidate.files.filter(({ isHeld }) => !isHeld))
}

/** Tokens already held for files of unfinished uploads. */
export function sumHeldTokens(candidate: Candidate): number {
  return candidate.kind !== 'files' ? 0 : sumOf(candidate.files.filter(({ isHeld }) => isHeld))
}

/** Whether confirming only resumes unfinished uploads. */
export function isOnlyHeld(candidate: Candidate): boolean {
  return candidate.kind === 'files' && candidate.files.every(({ isHeld }) => isHeld)
}

function sumOf(files: readonly FileCandidate[]): number {
  return files.reduce((sum, { durationSeconds }) => sum + tokenCost(durationSeconds), 0)
}

interface CandidateFactsProps {
  candidate: Candidate
  onChange(candidate: Candidate | undefined): void
}

/** Facts about a single video, or the list of several. */
export function CandidateFacts({ candidate, onChange }: CandidateFactsProps) {
  if (candidate.kind === 'youtube') return <YoutubeFacts {...candidate} />
  if (candidate.kind === 'subtitle')
    return (
      <Facts picture={undefined} label={CONFIRM.fileName} name={candidate.name} seconds={candidate.durationSeconds}>
        <dd>{CONFIRM.subtitlePrice}</dd>
      </Facts>
    )
  const [only, ...others] = candidate.files
  if (only && others.length === 0) return <FileFacts file={only} />
  const without = (id: string) => onChange({ ...candidate, files: candidate.files.filter(each => each.id !== id) })
  return (
    <>
      <ul className="candidates">
        {candidate.files.map(file => (
          <li key={file.id}>
            <FilePicture file={file} />
            <div>
              <p>{file.name}</p>
              <p className="muted small numbers">
                {clockTime(file.durationSeconds)} ·{' '}
                {file.isHeld ? CONFIRM.unfinishedFile : pieces(tokenCost(file.durationSeconds))}
              </p>
            </div>
            <button
              type="button"
              className="icon-button"
              aria-label={`${file.name} ${CONFIRM.remove}`}
              onClick={() => without(file.id)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <Saving files={candidate.files} />
    </>
  )
}

function FilePicture({ file }: { file: FileCandidate }) {
  return <Thumbnail src={useFrame(file.file, file.frame)} />
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
  seconds: number
  /** Further terms of the list. */
  children: ReactNode
}

/** A small picture of the video beside what is known about it. */
function Facts({ picture, label, name, seconds, children }: FactsProps) {
  return (
    <div className="candidate">
      <Thumbnail large src={picture} />
      <dl className="muted small">
        <dt className="visually-hidden">{label}</dt>
        <dd className="candidate-name">{name}</dd>
        <dt className="visually-hidden">{CONFIRM.duration}</dt>
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

/** Sending at most this share of the files means little waiting. */
const MUCH = 0.5
/** Sending more than this share of the files saves too little to mention. */
const LITTLE = 0.9

/** States how much of the chosen files is sent, if it is the whole or much less. */
export function savingText(files: readonly FileCandidate[]): string | undefined {
  const whole = files.reduce((sum, { wholeBytes }) => sum + wholeBytes, 0)
  const sent = files.reduce((sum, { soundBytes, file }) => sum + (soundBytes ?? file.size), 0)
  if (sent >= whole) return CONFIRM.wholeFile(bytes(whole))
  if (sent > whole * LITTLE) return undefined
  return (sent <= whole * MUCH ? CONFIRM.savingMuch : CONFIRM.saving)(bytes(whole), bytes(sent))
}
