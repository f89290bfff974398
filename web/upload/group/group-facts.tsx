import { SubtitleNotes } from '../../shared/reading/subtitle-notes.tsx'
import { CandidateRow } from '../candidate-row.tsx'
import { type Candidate, type GroupItem, itemSeconds, itemTokens, totalsText } from '../candidates.ts'
import { useFrame } from '../use-frame.ts'

type GroupCandidate = Extract<Candidate, { kind: 'group' }>

interface GroupFactsProps {
  candidate: GroupCandidate
  onChange(candidate: Candidate | undefined): void
}

/** Videos, links and subtitles that are submitted together: each with its length and price, and a button to leave it out. */
export function GroupFacts({ candidate, onChange }: GroupFactsProps) {
  const without = (id: string) => {
    const items = candidate.items.filter(item => item.id !== id)
    onChange(items.length === 0 ? undefined : { ...candidate, items })
  }
  return (
    <>
      <p className="numbers">{totalsText(candidate)}</p>
      <ul className="candidates">
        {candidate.items.map(item => (
          <GroupRow key={item.id} item={item} onRemove={() => without(item.id)} />
        ))}
      </ul>
    </>
  )
}

export function nameOfItem(item: GroupItem): string {
  if (item.kind === 'youtube') return item.quote.title
  return item.kind === 'subtitle' ? item.name : item.file.name
}

function GroupRow({ item, onRemove }: { item: GroupItem; onRemove(): void }) {
  const file = item.kind === 'file' ? item.file : undefined
  const frame = useFrame(file?.file, file?.frame)
  return (
    <CandidateRow
      picture={item.kind === 'youtube' ? item.quote.thumbnail : frame}
      name={nameOfItem(item)}
      seconds={itemSeconds(item)}
      tokens={itemTokens(item)}
      isHeld={file?.isHeld === true}
      onRemove={onRemove}
    >
      {item.kind === 'subtitle' && <SubtitleNotes notes={item.notes} />}
    </CandidateRow>
  )
}
