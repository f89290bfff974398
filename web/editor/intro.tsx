import { useState } from 'react'
import { IconButton } from '../shared/layout/button.tsx'
import { CloseIcon } from '../shared/layout/icons.tsx'
import { COMMON } from '../shared/texts.ts'

/** What somebody who sees the editor for the first time can do here, above the list, until it is closed. */
export function Intro({ children }: { children: string }) {
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className="intro">
      <p>{children}</p>
      <IconButton label={COMMON.close} onClick={() => setIsOpen(false)}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
