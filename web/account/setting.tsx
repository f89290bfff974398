import type { ReactNode } from 'react'
import { Sentences } from '../shared/layout/states.tsx'

interface SettingProps {
  title: string
  titleId?: string
  /** A sentence under the title. */
  text: ReactNode
  /** The button beside them. */
  action?: ReactNode
  /** What follows below, such as a list. */
  children?: ReactNode
}

/** One setting of the account: what it is on the left, what can be done on the right. */
export function Setting({ title, titleId, text, action, children }: SettingProps) {
  return (
    <section className="setting">
      <div>
        <h2 id={titleId}>{title}</h2>
        <p className="muted">{typeof text === 'string' ? <Sentences text={text} /> : text}</p>
      </div>
      {action}
      {children && <div className="setting-more">{children}</div>}
    </section>
  )
}
