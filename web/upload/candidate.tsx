import type { ReactNode } from 'react'
import { clockTime } from '../../lambdas/contract/time.ts'
import { ENTRY } from '../shared/entry/texts.ts'
import { Thumbnail } from '../shared/entry/thumbnail.tsx'
import { pieces } from '../shared/format.ts'
import { IconButton } from '../shared/layout/button.tsx'
import { Facts } from '../shared/layout/facts.tsx'
import { CloseIcon } from '../shared/layout/icons.tsx'
import { useTags } from './already-there.tsx'
import {
  askText,
  type Candidate,
  filesOf,
  type Item,
  isNew,
  itemName,
  itemSeconds,
  itemTokens,
  savingText,
  totalsText,
} from './candidates.ts'
import { SubtitleNotes } from './read-files.ts'
import { CONFIRM, UPLOAD } from './texts.ts'
import { useFrame } from './use-frame.ts'

interface CandidateFactsProps {
  candidate: Candidate
  onChange(candidate: Candidate | undefined): void
}

/** Facts about a single item, or the list of several. */
export function CandidateFacts({ candidate, onChange }: CandidateFactsProps) {
  const { items } = candidate
  const [only, ...others] = items
  const files = filesOf(candidate)
  const saving = files.length > 0 && savingText(files)
  const tagOf = useTags(candidate)
  const ask = askText(candidate)
  if (only && others.length === 0)
    return (
      <>
        {ask && <p className="candidate-ask">{ask}</p>}
        <OnlyItem item={only}>{saving}</OnlyItem>
      </>
    )
  return (
    <>
      <div className="candidate-ask">
        {ask && <p>{ask}</p>}
        <p className="muted small numbers">{totalsText(candidate)}</p>
      </div>
      <ul className="candidates">
        {items.map(item => (
          <Row
            key={item.id}
            item={item}
            tag={tagOf(item)}
            onRemove={() => onChange({ ...candidate, items: items.filter(({ id }) => id !== item.id) })}
          />
        ))}
      </ul>
      {saving && <span className="saving">{saving}</span>}
    </>
  )
}

/** A small picture of a video beside what is known about it. */
function OnlyItem({ item, children }: { item: Item; children: ReactNode }) {
  const isSubtitle = item.kind === 'subtitle'
  return (
    <div className="candidate">
      <Thumbnail large src={usePicture(item)} />
      <dl className="muted small">
        <dt className="visually-hidden">{item.kind === 'youtube' ? CONFIRM.videoTitle : CONFIRM.fileName}</dt>
        <dd className="candidate-name">{itemName(item)}</dd>
        <dt>{isSubtitle ? CONFIRM.subtitleDuration : CONFIRM.duration}</dt>
        <dd className="numbers">{clockTime(itemSeconds(item))}</dd>
        {item.kind === 'youtube' && (
          <>
            <dt className="visually-hidden">{CONFIRM.link}</dt>
            <dd>
              <a href={item.quote.url} target="_blank" rel="noreferrer">
                {CONFIRM.shortLink(item.quote.id)}
              </a>
            </dd>
          </>
        )}
        {isSubtitle && (
          <dd>
            <SubtitleNotes notes={item.notes} />
          </dd>
        )}
        {item.kind === 'file' && (
          <>
            <dt className="visually-hidden">{CONFIRM.size}</dt>
            <dd className="saving">{children}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

/** One of several items: picture, name, length, price and a button that leaves it out. */
function Row({ item, tag, onRemove }: { item: Item; tag: string | undefined; onRemove(): void }) {
  const name = itemName(item)
  return (
    <li>
      <Thumbnail src={usePicture(item)} />
      <div>
        <p>{name}</p>
        <p className="muted small numbers">
          <Facts
            facts={[
              item.kind === 'subtitle' && UPLOAD.subtitleTab,
              ENTRY.length(clockTime(itemSeconds(item))),
              isNew(item) ? CONFIRM.tokens(pieces(itemTokens(item))) : CONFIRM.unfinishedFile,
            ]}
          />
          {tag !== undefined && <span className="candidate-tag">{tag}</span>}
        </p>
        {item.kind === 'subtitle' && <SubtitleNotes notes={item.notes} />}
      </div>
      <IconButton label={`${name} ${CONFIRM.remove}`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

function usePicture(item: Item): string | undefined {
  const frame = useFrame(item.kind === 'file' ? item.file : undefined, item.kind === 'file' ? item.frame : undefined)
  return item.kind === 'youtube' ? item.quote.thumbnail : frame
}
