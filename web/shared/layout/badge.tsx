import type { ReactNode } from 'react'

export type BadgeKind = 'good' | 'waiting' | 'bad' | 'returned' | 'ended'

/** One sign for each kind, so that colour is never the only difference. */
const SIGNS: Record<BadgeKind, ReactNode> = {
  good: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  waiting: <path d="M12 7v5l3.5 2M12 3a9 9 0 110 18 9 9 0 010-18z" />,
  bad: <path d="M12 6v7m0 4.5v.01" />,
  returned: <path d="M9 6L4.5 10.5 9 15M5 10.5h9a5 5 0 010 10h-2" />,
  ended: <path d="M6 12h12" />,
}

/** The sign of a state, in its colour. */
export const StateMark = ({ kind }: { kind: BadgeKind }) => (
  <span className="state-mark" data-kind={kind}>
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {SIGNS[kind]}
    </svg>
  </span>
)

/** A state in a word, with its sign and colour. */
export const Badge = ({ kind, children }: { kind: BadgeKind; children: ReactNode }) => (
  <span className="badge" data-kind={kind}>
    <StateMark kind={kind} />
    {children}
  </span>
)
