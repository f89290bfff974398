import type { ReactNode } from 'react'
import { clockTime } from '../../lambdas/contract/time.ts'
import { Thumbnail } from '../shared/entry/thumbnail.tsx'
import { pieces } from '../shared/format.ts'
import { CloseIcon } from '../shared/layout/icons.tsx'
import { CONFIRM } from './texts.ts'

interface CandidateRowProps {
  picture: string | undefined
  name: string
  seconds: number
  tokens: number
  /** Whether the tokens are already held for an unfinished upload. */
  isHeld: boolean
  onRemove(): void
  /** What the user should know about it. */
  children?: ReactNode
}

/** One of several candidates in the popup: picture, name, length, price and a button to leave it out. */
export function CandidateRow({ picture, name, seconds, tokens, isHeld, onRemove, children }: CandidateRowProps) {
  return (
    <li>
      <Thumbnail src={picture} />
      <div>
        <p>{name}</p>
        <p className="muted small numbers">
          {clockTime(seconds)} · {isHeld ? CONFIRM.unfinishedFile : CONFIRM.tokens(pieces(tokens))}
        </p>
        {children}
      </div>
      <button type="button" className="icon-button" aria-label={`${name} ${CONFIRM.remove}`} onClick={onRemove}>
        <CloseIcon />
      </button>
    </li>
  )
}
